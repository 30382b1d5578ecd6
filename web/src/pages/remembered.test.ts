import { describe, expect, it } from "vitest";

import { parse } from "./remembered";

describe("what was chosen last time", () => {
  it("is read as it was written", () => {
    const kept = { rules: "sechser", name: "Anna", player: "heuristic", hints: false };
    expect(parse(JSON.stringify(kept))).toEqual(kept);
  });

  it.each([null, "", "{", "7", "null", '{"rules":7,"name":null,"player":[]}'])(
    "counts as nothing when it is rubbish: %s",
    (stored) => {
      expect(parse(stored)).toEqual({ rules: null, name: "", player: null, hints: true });
    },
  );
});
