import { expect, test } from "vitest";

import { isAsked, onlyMove } from "./turn";
import type { Choice, TableView } from "./wire";

test("the only move is made where the stock game asks for melds and there are none", () => {
  const none: Choice = { choice: "melds", best: [], buried_dix: 0, may_declare_less: true };
  const pair: Choice = { ...none, best: [{ kind: "pair", cards: ["HK", "HO"], points: 20 }] };
  const seven: Choice = { choice: "exchange", card: "EA" };
  const at = (phase: string, choices: Choice[]) => ({ phase, choices }) as unknown as TableView;
  expect(onlyMove(at("window", [none]))).toEqual({ do: "meld", melds: [], buried_dix: 0 });
  expect(onlyMove(at("window", [pair]))).toBeNull();
  expect(onlyMove(at("window", [none, seven]))).toBeNull();
  expect(onlyMove(at("meld", [none]))).toBeNull();
  expect(onlyMove(at("play", [{ choice: "cards", cards: ["EA"] }]))).toBeNull();
});

test("one is asked on one's turn, unless there is nothing to choose", () => {
  const none: Choice = { choice: "melds", best: [], buried_dix: 0, may_declare_less: true };
  const at = (phase: string, to_act: number | null) =>
    isAsked({ phase, to_act, you: 0, choices: [none] } as unknown as TableView);
  expect(at("meld", 0)).toBe(true);
  expect(at("meld", 1)).toBe(false);
  expect(at("meld", null)).toBe(false);
  expect(at("window", 0)).toBe(false);
});
