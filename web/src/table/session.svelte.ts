/** A person at a table: the link to the server, the stage, and what was refused. */

import { person } from "../lib/person";
import { settings } from "../lib/settings.svelte";
import { socketUrl, TableLink, type LinkState } from "../lib/socket";
import { Stage } from "../lib/stage.svelte";
import { isAsked, onlyMove } from "../lib/turn";
import type { Action, Choice, Fault, Hello, NextDeal, Act, ToPage } from "../lib/wire";
import { Hinting } from "./hinting.svelte";

export class Session {
  readonly stage = new Stage(() => settings.pace);
  readonly hinting = new Hinting();
  link = $state<LinkState>("connecting");
  /** What the server said when it closed the table for good. */
  reason = $state("");
  /** Something was sent and is not answered yet. */
  pending = $state(false);
  /** Why the last action was refused, until something else happens. */
  refusal = $state.raw<Fault | null>(null);
  /** What happened to the table itself, e.g. a computer player was started anew; until one acts. */
  notice = $state("");
  /** The notice holds only until the table goes on. */
  #waits = false;

  readonly #link: TableLink;
  #wentOn = -1;

  constructor(table: string) {
    this.#link = new TableLink({
      url: socketUrl(table),
      hello: () => this.#hello(),
      receive: (message, resumed) => this.#receive(message, resumed),
      changed: (state, reason) => {
        this.link = state;
        this.reason = reason;
        if (state === "open") return;
        // What was on its way may never have arrived.
        this.pending = false;
        this.hinting.clear();
        this.#wentOn = -1;
      },
    });
  }

  /** What one may do now; empty while something is still to be shown or answered. */
  get choices(): readonly Choice[] {
    return this.isAsked ? (this.stage.view?.choices ?? []) : [];
  }

  /** Whether it is one's turn, and there is something to choose. */
  get isAsked(): boolean {
    const { view, caughtUp } = this.stage;
    return view !== null && caughtUp && isAsked(view);
  }

  /** Make the only move there is, once for each update and link, when all has been shown. */
  goOn(): void {
    const { view, settled, seq } = this.stage;
    const move = view !== null && view.to_act === view.you ? onlyMove(view) : null;
    if (move === null || !settled || this.busy || this.#wentOn === seq) return;
    this.#wentOn = seq;
    this.act(move);
  }

  /** Whether nothing can be sent now. */
  get busy(): boolean {
    const { caughtUp, startled } = this.stage;
    return this.pending || this.link !== "open" || !caughtUp || startled;
  }

  open(): void {
    this.#link.open();
  }

  close(): void {
    this.#link.close();
    this.stage.close();
  }

  /** Say hello again: the language or the names of the suits have changed. */
  greet(): void {
    this.#link.greet();
  }

  /** Do something; whether it is allowed, the server says. */
  act(action: Action): void {
    this.#send((seq) => ({ type: "act", seq, action }));
  }

  /** Whether a hint may be asked for: it is one's turn, and the table allows hints. */
  get mayHint(): boolean {
    return this.isAsked && (this.stage.view?.may_hint ?? false);
  }

  /** Ask the computer what it would do. */
  askHint(): void {
    if (!this.mayHint || this.pending || this.link !== "open") return;
    this.hinting.ask(() => this.#link.ask({ type: "ask_hint", seq: this.stage.seq }));
  }

  nextDeal(): void {
    this.#send((seq) => ({ type: "next_deal", seq }));
  }

  #send(message: (seq: number) => Act | NextDeal): void {
    if (this.busy) return;
    this.stage.gather();
    this.refusal = null;
    this.notice = "";
    this.pending = this.#link.send(message(this.stage.seq));
  }

  #hello(): Hello {
    return { type: "hello", person: person(), lang: settings.lang, suits: settings.suits };
  }

  #receive(message: ToPage, resumed: boolean): void {
    if (message.type === "notice") {
      this.notice = message.message;
      this.#waits = message.code === "store_failed";
      return;
    }
    if (message.type === "hint" || message.type === "no_hint") {
      this.hinting.take(message);
      return;
    }
    this.pending = false;
    if (message.type === "refused") {
      this.refusal = message.error;
      return;
    }
    this.refusal = null;
    if (this.#waits) this.notice = "";
    this.#waits = false;
    this.hinting.moveOn(message);
    this.stage.receive(message, resumed);
  }
}
