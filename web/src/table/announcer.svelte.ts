/** The lines for the screen reader: the last ones, each with a number of its own. */

import type { Event } from "../lib/wire";

const KEPT = 12;

export interface Line {
  id: number;
  text: string;
}

export class Announcer {
  lines = $state.raw<readonly Line[]>([]);
  /** What a key has asked for. */
  asked = $state("");

  #next = 0;
  #question = "";

  /** Say what has just been shown. */
  tell(events: readonly Event[]): void {
    this.#say(events.flatMap(({ text }) => text));
  }

  /** Say what one is asked, once; nothing is asked while it is empty. */
  ask(question: string): void {
    if (question !== "" && question !== this.#question) this.#say([question]);
    this.#question = question;
  }

  /** Forget what was said. */
  clear(): void {
    this.lines = [];
    this.asked = "";
  }

  #say(texts: readonly string[]): void {
    if (texts.length === 0) return;
    const fresh = texts.map((text) => ({ id: this.#next++, text }));
    this.lines = [...this.lines, ...fresh].slice(-KEPT);
  }

  /** Say an answer; the same one twice is told twice. */
  answer(text: string): void {
    this.asked = this.asked === text ? `${text}\u00a0` : text;
  }
}
