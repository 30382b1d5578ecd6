import { expect, test } from "vitest";

import { DEAL_STEPS_MS, FLIGHT_MS, GATHER_MS, pauseAfter, type Moment } from "./pace";

const TWO_FRAMES_MS = 34;

test("whatever moves has come to rest before the next thing is shown, in the quickest pace", () => {
  const quickest = (moment: Moment) => pauseAfter(moment, "quick") ?? 0;
  expect(FLIGHT_MS.play + TWO_FRAMES_MS).toBeLessThan(quickest("card"));
  expect(FLIGHT_MS.gather + TWO_FRAMES_MS).toBeLessThan(GATHER_MS);
  const deal = FLIGHT_MS.deal + DEAL_STEPS_MS.most;
  expect(deal + TWO_FRAMES_MS).toBeLessThan(quickest("deal"));
});
