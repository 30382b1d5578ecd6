// Made from binokel.server.table.wire; do not edit.
// python -m binokel.server.table.typescript > web/src/lib/wire.ts

/** How a finished deal was scored; without sides it is dealt again. */
export interface Account {
  headline: string;
  sides: AccountSide[];
}

/** A line of the account: what, whose, how many points, and how they came about. */
export interface AccountLine {
  what: string;
  text: string;
  seat: number | null;
  points: number;
  detail: string;
}

/** A side's part of the account; the lines sum to `points`. */
export interface AccountSide {
  side: number;
  name: string;
  lines: AccountLine[];
  points: number;
  total: number;
}

/** An action of the seat, answering the update with this `seq`. */
export interface Act {
  type: "act";
  seq: number;
  action: Action;
}

/** What would the computer do? It answers with a Hint or NoHint, to this page alone. */
export interface AskHint {
  type: "ask_hint";
  seq: number;
}

/** The auction: the standing bid (0: none) and who made it; `calls` in order, None is weg. */
export interface AuctionState {
  status: "forced" | "open" | "redeal" | "won";
  value: number;
  holder: number | null;
  calls: ([number, number | null])[];
}

/** Name a value in the auction. */
export interface Bid {
  do: "bid";
  value: number;
}

/** Bid from `minimum` (None: no bid is left) up in steps, or say weg. */
export interface Bids {
  choice: "bids";
  minimum: number | null;
  maximum: number;
  step: number;
  may_pass: boolean;
}

/** Bury one of `cards`, take back one of `buried`, or finish where `may_finish`. */
export interface Bury {
  choice: "bury";
  n: number;
  cards: Card[];
  buried: Card[];
  may_finish: boolean;
}

/** Lay one card aside; None where a view hides it. */
export interface BuryCard {
  do: "bury";
  card: Card | null;
}

/** Finish burying. */
export interface BuryDone {
  do: "bury_done";
}

/** A called card, the seat that had it, and the card given for it (None: not yet). */
export interface Call {
  card: Card;
  owner: number;
  given: Card | null;
}

/** Call a card that another seat must hand over. Source: rules.md [rufen-timing]. */
export interface CallCard {
  do: "call";
  card: Card;
}

/** Call one of these cards. */
export interface Calls {
  choice: "calls";
  cards: Card[];
}

/** A kind of card; `index` (0 to 23) sorts by suit E S H B, then from high to low. */
export type Card = "B7" | "BA" | "BK" | "BO" | "BU" | "BZ" | "E7" | "EA" | "EK" | "EO" | "EU" | "EZ" | "H7" | "HA" | "HK" | "HO" | "HU" | "HZ" | "S7" | "SA" | "SK" | "SO" | "SU" | "SZ";

/** Play one of these cards. */
export interface Cards {
  choice: "cards";
  cards: Card[];
}

/** Any order of the deck; not enumerated. */
export interface Chance {
  choice: "chance";
}

/** Claim that a seat played an illegal card to a trick, counted from 0. */
export interface ClaimRevoke {
  do: "claim";
  seat: number;
  trick: number;
}

/** A claim of a revoke in words. */
export interface ClaimState {
  by: number;
  seat: number;
  trick: number;
  proven: boolean;
  text: string;
}

/** Go out in a suit (abgehen), with the hand laid open if wanted. */
export interface Concede {
  do: "concede";
  suit: Suit;
  show: boolean;
}

/** Go out in one of these suits. */
export interface Concedes {
  choice: "concedes";
  suits: Suit[];
}

/** What the declarer plays. */
export type Contract = "bettel" | "durch" | "trump";

/** A Durch or Bettel that may be announced, and what it counts. */
export interface ContractOffer {
  contract: Contract;
  is_open: boolean;
  from_hand: boolean;
  value: number;
  suits: Suit[];
}

/** What is played: `text` says it in one line. */
export interface ContractState {
  declarer: number | null;
  bid: number;
  stake: number;
  contract: Contract;
  trump: Suit | null;
  is_open: boolean;
  from_hand: boolean;
  text: string;
  reach: string;
}

/** Lift n cards off and put them below the rest. Source: rules.md [cut-size]. */
export interface Cut {
  do: "cut";
  n: number;
}

/** Cut 1 to `maximum` cards (0: no cutting here), knock, or leave the deck. */
export interface Cuts {
  choice: "cut";
  maximum: number;
  may_knock: boolean;
  may_leave: boolean;
}

/** Take up the Dabb. */
export interface Dabb {
  choice: "dabb";
}

/** The Dabb and what lies buried; cards are there only for whom may know them. */
export interface DabbState {
  n_cards: number;
  taken: boolean;
  cards: Card[] | null;
  n_to_bury: number;
  n_buried: number;
  buried: Card[];
  done: boolean;
}

/** Lay out melds, perhaps none; `buried_dix` buried trump sevens are announced. */
export interface DeclareMelds {
  do: "meld";
  melds: Meld[];
  buried_dix: number;
}

/** Something that has been done, as this seat sees it; `text` tells it, in a sentence each. */
export interface Event {
  seat: number | null;
  action: Action;
  text: string[];
}

/** Exchange the trump seven for the turned-up card. */
export interface Exchange {
  choice: "exchange";
  card: Card;
}

/** Lay the trump seven under the stock for the turned-up card. */
export interface ExchangeDix {
  do: "exchange";
}

/** The one shape of an error; `message` is in the seat's language. */
export interface Fault {
  code: string;
  message: string;
  details: Record<string, unknown>;
}

/** Give a card for the called one; None where a view hides it. */
export interface GiveCard {
  do: "give";
  card: Card | null;
}

/** Give one of these cards for the called one. */
export interface Gives {
  choice: "gives";
  cards: Card[];
}

/** The first message, and again when the language changes; it answers with an Update. */
export interface Hello {
  type: "hello";
  person: string;
  lang: "de" | "en" | "fr";
  suits: "french" | "german" | "württemberg";
}

/** What the computer would do in the place of the seat, answering an update with this `seq`. */
export interface Hint {
  type: "hint";
  seq: number;
  actions: (Action)[];
  text: string;
  reasons: string[];
  weighed: WeighedAction[];
  meaning: string;
}

/** Have each hand dealt in one packet. Source: rules.md [knock-meaning]. */
export interface Knock {
  do: "knock";
}

/** How the match stands; `goal` says when it ends, `result` who has won it. */
export interface MatchState {
  number: number;
  side_names: string[];
  totals: number[];
  deals: ScoredDeal[];
  goal: string;
  finished: boolean;
  winners: number[];
  result: string;
}

/** A meld with its cards (sorted, each copy listed) and its points. */
export interface Meld {
  kind: MeldKind;
  cards: Card[];
  points: number;
}

/** What the own hand melds under a trump; `broken` what buried cards have cost. */
export interface MeldHelp {
  trump: Suit | null;
  text: string;
  points: number;
  melds: ShownMeld[];
  broken: ShownMeld[];
}

/** The kinds of meld; the order is the one in which equal melds are listed. */
export type MeldKind = "binokel" | "dix" | "double_binokel" | "double_family" | "eight" | "family" | "four" | "pair" | "rundgang";

/** A meld that may be declared; `buried_dix` is how many buried sevens it takes. */
export interface Meldable {
  text: string;
  meld: Meld;
  buried_dix: number;
}

/** Declare melds; `best` is the best set, `buried_dix` the buried sevens that it needs. */
export interface Melds {
  choice: "melds";
  best: Meld[];
  buried_dix: number;
  may_declare_less: boolean;
}

/** Announce a Durch or Bettel, with its trump suit where the rule set has one named. */
export interface NameContract {
  do: "contract";
  contract: Contract;
  is_open: boolean;
  from_hand: boolean;
  suit: Suit | null;
}

/** Name the trump suit of an ordinary game. */
export interface NameTrump {
  do: "trump";
  suit: Suit;
}

/** The account has been read: deal the next cards. */
export interface NextDeal {
  type: "next_deal";
  seq: number;
}

/** Leave the deck as it is. Source: rules.md [cut-duty]. */
export interface NoCut {
  do: "no_cut";
}

/** There is no hint, and why; `seq` is where the table stands. */
export interface NoHint {
  type: "no_hint";
  seq: number;
  error: Fault;
}

/** Something about the table itself, e.g. that a computer player was started anew. */
export interface Notice {
  type: "notice";
  code: string;
  message: string;
}

/** An action to choose, in words; `ask` is the question to confirm it, where it is needed. */
export interface Option {
  action: Action;
  text: string;
  ask: string | null;
}

/** Say weg. Source: rules.md [pass-is-final]. */
export interface Pass {
  do: "pass";
}

/** What is being decided now. */
export type Phase = "auction" | "bury" | "cut" | "dabb" | "give" | "meld" | "over" | "play" | "shuffle" | "sign" | "trump" | "window";

/** Play a card to the trick. */
export interface PlayCard {
  do: "play";
  card: Card;
}

/** A message was refused and nothing has changed; `seq` is where the table stands. */
export interface Refusal {
  type: "refused";
  seq: number;
  error: Fault;
}

/** Which rules are played; `direction` is the way round the table. */
export interface RulesHead {
  id: string;
  title: string;
  direction: string;
  has_stock: boolean;
  is_strict: boolean;
}

/** A finished deal in the list of the match; `totals` after it, by side. */
export interface ScoredDeal {
  number: number;
  declarer: number | null;
  bid: number;
  made: boolean | null;
  scores: number[];
  totals: number[];
}

/** What all see of a seat. */
export interface SeatState {
  name: string;
  place: number;
  side: number;
  player: string | null;
  level: string | null;
  is_partner: boolean;
  n_cards: number;
  bid: number | null;
  passed: boolean;
  melds: ShownMeld[] | null;
  meld_points: number;
  n_tricks: number;
  points: number;
}

/** A meld with its name in words. */
export interface ShownMeld {
  text: string;
  meld: Meld;
}

/** Chance: the whole deck, top first; `order` is None where a view hides it. */
export interface Shuffle {
  do: "shuffle";
  order: Card[] | null;
}

/** Sign the deal: no more claims. Source: rules.md [revoke-discovery]. */
export interface Sign {
  do: "sign";
}

/** Sign the deal, or claim a revoke of one of `seats` in a trick below `n_tricks`. */
export interface Signs {
  choice: "signs";
  seats: number[];
  n_tricks: number;
  claimed: [number, number][];
}

/** The stock and its turned-up card. */
export interface StockState {
  n_cards: number;
  turned_up: Card | null;
}

/** One of the four suits, in sorting order; no suit outranks another. */
export type Suit = "B" | "E" | "H" | "S";

/** All that a seat is shown, and all that it may do; enough by itself after a reload. */
export interface TableView {
  table: string;
  rules: RulesHead;
  you: number;
  seats: SeatState[];
  dealer: number;
  phase: Phase;
  phase_text: string;
  to_act: number | null;
  prompt: string;
  hand: Card[];
  choices: (Choice)[];
  options: Option[];
  auction: AuctionState | null;
  contract: ContractState;
  dabb: DabbState | null;
  stock: StockState | null;
  call: Call | null;
  open_hand: Card[] | null;
  meld_help: MeldHelp[];
  meldable: Meldable[];
  trick: TrickState;
  tricks: Trick[];
  claims: ClaimState[];
  account: Account | null;
  match: MatchState;
  may_deal: boolean;
  may_hint: boolean;
}

/** Take a buried card back into the hand; None where a view hides it. */
export interface TakeBack {
  do: "take_back";
  card: Card | null;
}

/** Take up the Dabb, shown to all where the rule set says so. */
export interface TakeDabb {
  do: "take";
}

/** A finished trick: who led, the cards in order, who won, its card points. */
export interface Trick {
  leader: number;
  cards: Card[];
  winner: number;
  points: number;
}

/** The running trick: cards in the order of play from `leader`; `winner` is in front. */
export interface TrickState {
  number: number;
  leader: number;
  cards: Card[];
  winner: number | null;
}

/** Name one of these trump suits, or announce one of these contracts. */
export interface Trumps {
  choice: "trumps";
  suits: Suit[];
  contracts: ContractOffer[];
}

/** The table after everything up to `seq`; `events` are what is new since the last update. */
export interface Update {
  type: "update";
  seq: number;
  events: Event[];
  view: TableView;
}

/** An action that was weighed for a hint: its value with the uncertainty, and its chance. */
export interface WeighedAction {
  action: Action;
  text: string;
  value: string;
  chance: string;
  is_advised: boolean;
}

export type Action = Shuffle | Cut | Knock | NoCut | Bid | Pass | TakeDabb | CallCard | GiveCard | BuryCard | TakeBack | BuryDone | Concede | NameTrump | NameContract | DeclareMelds | ExchangeDix | PlayCard | ClaimRevoke | Sign;

export type Choice = Chance | Cuts | Bids | Dabb | Calls | Gives | Bury | Concedes | Trumps | Melds | Exchange | Cards | Signs;

export type FromPage = Hello | Act | NextDeal | AskHint;

export type ToPage = Update | Refusal | Notice | Hint | NoHint;
