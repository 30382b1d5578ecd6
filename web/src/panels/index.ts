/** The panel of each choice, by its tag. */

import type { Component } from "svelte";

import type { Choice } from "../lib/wire";
import Bid from "./Bid.svelte";
import Bury from "./Bury.svelte";
import Call from "./Call.svelte";
import Concede from "./Concede.svelte";
import Cut from "./Cut.svelte";
import Dabb from "./Dabb.svelte";
import Exchange from "./Exchange.svelte";
import Give from "./Give.svelte";
import Melds from "./Melds.svelte";
import type { ChoiceOf, PanelProps } from "./panel";
import Sign from "./Sign.svelte";
import Trump from "./Trump.svelte";

type Tag = Choice["choice"];

/** `null` where the hand or chance says it all. */
type PanelsByTag = { readonly [T in Tag]: Component<PanelProps<ChoiceOf<T>>> | null };

export const PANELS: PanelsByTag = {
  chance: null,
  cut: Cut,
  bids: Bid,
  dabb: Dabb,
  calls: Call,
  gives: Give,
  bury: Bury,
  concedes: Concede,
  trumps: Trump,
  melds: Melds,
  exchange: Exchange,
  cards: null,
  signs: Sign,
};

/** The panel of a choice; its props are those of that very choice. */
export function panelOf(choice: Choice): Component<PanelProps> | null {
  return PANELS[choice.choice] as Component<PanelProps> | null;
}
