import type german from "../../../src/binokel/locales/de.json";

/** The key of a text of the page; one that the German catalogue lacks fails the check. */
export type Key = Extract<keyof typeof german, `web.${string}`>;
