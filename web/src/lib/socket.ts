/** The connection to a table: it says hello, comes back when it was lost, and says how it is. */

import type { Act, AskHint, FromPage, Hello, NextDeal, ToPage } from "./wire";

/** `gone`: the server does not know the table or the person; it is not tried again. */
export type LinkState = "connecting" | "open" | "lost" | "gone";

/** Closing codes after which trying again is of no use. */
const FIRST_OWN_CODE = 4000;
const POLICY_VIOLATION = 1008;

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;

/**
 * So long an action waits for an answer: a network may be gone without a word, and the browser
 * would notice it minutes later.
 */
export const ANSWER_MS = 6000;

/** Return how long to wait before the n-th try (from 0) after a connection was lost. */
export function waitBefore(n: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** n);
}

export interface LinkOptions {
  url: string;
  hello: () => Hello;
  /** `resumed` is true for the first message after (re)connecting. */
  receive: (message: ToPage, resumed: boolean) => void;
  changed: (state: LinkState, reason: string) => void;
}

export class TableLink {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #fresh = true;
  #ended = false;

  constructor(private readonly options: LinkOptions) {}

  /** Connect, and stay connected until `close`. */
  open(): void {
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#connect();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close();
  }

  /** Say hello again, e.g. in another language; the answer counts as resumed. */
  greet(): void {
    this.#fresh = true;
    this.#send(this.options.hello());
  }

  /** Send an action; false if there is no connection. */
  send(message: Act | NextDeal): boolean {
    const isSent = this.#send(message);
    clearTimeout(this.#silence);
    if (isSent) this.#silence = setTimeout(() => this.#giveUp(), ANSWER_MS);
    return isSent;
  }

  /** Ask for a hint; false if there is no connection. The answer may take its time. */
  ask(message: AskHint): boolean {
    return this.#send(message);
  }

  #send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #connect(): void {
    const socket = new WebSocket(this.options.url);
    this.#socket = socket;
    this.options.changed(this.#tries === 0 ? "connecting" : "lost", "");
    socket.onopen = () => this.greet();
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#silence);
      const message = JSON.parse(event.data) as ToPage;
      const resumed = this.#fresh && message.type === "update";
      if (resumed) {
        this.#fresh = false;
        this.#tries = 0;
        this.options.changed("open", "");
      }
      this.options.receive(message, resumed);
    };
    socket.onclose = (event) => this.#lost(event);
  }

  /** Let go of a connection that does not answer; closing it would wait for the other side. */
  #giveUp(): void {
    const socket = this.#socket;
    if (socket === null) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.#comeBack();
  }

  #lost(event: CloseEvent): void {
    clearTimeout(this.#silence);
    if (this.#ended) return;
    if (event.code >= FIRST_OWN_CODE || event.code === POLICY_VIOLATION) {
      this.options.changed("gone", event.reason);
      return;
    }
    this.#comeBack();
  }

  #comeBack(): void {
    this.options.changed("lost", "");
    this.#timer = setTimeout(() => this.#connect(), waitBefore(this.#tries));
    this.#tries += 1;
  }

  /** Try at once when the network or the page comes back. */
  #now = (): void => {
    const idle = this.#socket?.readyState === WebSocket.CLOSED && !this.#ended;
    if (!idle || document.visibilityState === "hidden") return;
    clearTimeout(this.#timer);
    this.#connect();
  };
}

/** Return the socket's address of a table on the server that the page came from. */
export function socketUrl(table: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
}
