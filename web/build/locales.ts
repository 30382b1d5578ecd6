import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import type { Plugin } from "vite";

type Catalogue = Readonly<Record<string, string>>;

const PREFIX = "virtual:locale/";

/** The part of a catalogue that the page needs; a key that German has and it lacks is an error. */
export function pick(
  lang: string,
  catalogue: Catalogue,
  german: Catalogue,
  prefixes: readonly string[],
): Catalogue {
  const wanted = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
  const keys = Object.keys(german).filter(wanted);
  return Object.fromEntries(
    keys.map((key) => {
      const text = catalogue[key];
      if (text === undefined) throw new Error(`${lang}.json has no text for ${key}`);
      return [key, text];
    }),
  );
}

/**
 * Serve `virtual:locale/<lang>`: the texts of the page from the catalogues shared with Python.
 *
 * @param folder where the catalogues are, seen from the project's root
 * @param prefixes the keys that the page uses begin with one of these
 */
export function locales(folder: string, prefixes: readonly string[]): Plugin {
  let root = "";
  const path = (lang: string) => resolve(root, folder, `${lang}.json`);
  const read = (lang: string) => JSON.parse(readFileSync(path(lang), "utf-8")) as Catalogue;
  return {
    name: "binokel-locales",
    configResolved(config) {
      root = config.root;
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : null;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const lang = id.slice(PREFIX.length + 1);
      this.addWatchFile(path(lang));
      this.addWatchFile(path("de"));
      const texts = pick(lang, read(lang), read("de"), prefixes);
      return `export default ${JSON.stringify(texts)};`;
    },
  };
}
