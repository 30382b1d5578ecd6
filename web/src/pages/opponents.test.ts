import { expect, it } from "vitest";

import { common, fitting, seated } from "./opponents";

const players = [{ name: "strong" }, { name: "yardstick" }, { name: "weak" }];

it("only players that know the rules are offered", () => {
  const found = fitting(players, { players: ["weak", "strong"] });
  expect(found.map((one) => one.name)).toEqual(["strong", "weak"]);
  expect(fitting(players, undefined)).toEqual([]);
});

it("who was chosen stays as long as it knows the rules", () => {
  expect(seated(players, "yardstick", "weak")).toBe("yardstick");
  expect(seated(players, undefined, "weak")).toBe("weak");
});

it("who does not know the rules gives way to the next wish, then to the first player", () => {
  const fits = fitting(players, { players: ["strong", "weak"] });
  expect(seated(fits, "yardstick", "weak")).toBe("weak");
  expect(seated(fits, "yardstick", null)).toBe("strong");
  expect(seated([], "yardstick")).toBe("");
});

it("players chosen one by one are one choice only where all are the same", () => {
  expect(common(["stark", "stark"])).toBe("stark");
  expect(common(["stark", "meister"])).toBe("");
  expect(common(["stark", "stark", "meister"])).toBe("");
  expect(common(["stark"])).toBe("stark");
});
