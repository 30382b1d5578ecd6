/** The pictures of the cards: only the chosen face is loaded, once, and cut into pictures. */

import { settings } from "./settings.svelte";
import { cut } from "./sprite";
import type { Card, Suit } from "./wire";

export type Picture = Card | "back" | `suit-${Suit}`;

let urls = $state.raw<ReadonlyMap<string, string>>(new Map());

/** Return the address of a picture for an `img`; empty until the face is there. */
export function pictureUrl(picture: Picture): string {
  return urls.get(picture) ?? "";
}

/** Whether a face has been loaded. */
export function hasFace(): boolean {
  return urls.size > 0;
}

/** Return the pictures of a face by id as addresses, to be revoked by who asked. */
export async function fetchFace(face: string, lang: string): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch(`/faces/${face}.svg`);
  if (!answer.ok) throw new Error(`the cards ${face} did not come: HTTP ${answer.status}`);
  const pictures = [...cut(await answer.text(), lang)];
  return new Map(
    pictures.map(([id, source]) => [
      id,
      URL.createObjectURL(new Blob([source], { type: "image/svg+xml" })),
    ]),
  );
}

/** Draw each picture once, one after the other, so that dealing does not have to. */
async function warm(addresses: Iterable<string>): Promise<void> {
  for (const address of addresses) {
    const image = new Image();
    image.src = address;
    await image.decode().catch(() => undefined); // revoked meanwhile: another face is wanted
  }
}

/** Load the chosen face; call it again when face or language change. */
export async function loadFace(): Promise<void> {
  const { face, lang } = settings;
  const found = await fetchFace(face, lang);
  const stale = face === settings.face && lang === settings.lang ? urls : found;
  if (stale === urls) {
    urls = found;
    void warm(found.values());
  }
  // Pictures still on the page keep what they have drawn.
  for (const address of stale.values()) URL.revokeObjectURL(address);
}
