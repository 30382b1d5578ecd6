/** The page's own texts; the sentences of the game come from the server. */

import type { Key } from "./keys";
import { settings, type Lang } from "./settings.svelte";

type Texts = Readonly<Record<Key, string>>;

const LOADERS: Record<Lang, () => Promise<{ default: Texts }>> = {
  de: () => import("virtual:locale/de"),
  en: () => import("virtual:locale/en"),
  fr: () => import("virtual:locale/fr"),
};

let texts = $state.raw<Texts | null>(null);

/** Load the texts of the language that is set; call it again when that changes. */
export async function loadTexts(): Promise<void> {
  const lang = settings.lang;
  const found = (await LOADERS[lang]()).default;
  if (lang === settings.lang) texts = found;
}

/** Whether any language has been loaded: nothing is shown before. */
export function hasTexts(): boolean {
  return texts !== null;
}

/** Fill the placeholders `{name}` of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** Return the text of a key in the language that is set. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return texts === null ? "" : fill(texts[key], values);
}
