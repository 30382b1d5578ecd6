/**
 * The pictures of the cards: only the chosen face is loaded, once, and cut into pictures.
 *
 * Each is there as a drawing first, and as a bitmap in the size of the hand as soon as there is
 * time to draw it.
 */

import { SvelteMap } from "svelte/reactivity";

import { bitmapOf, drawingAt, givesBitmaps } from "./bitmaps";
import { settings } from "./settings.svelte";
import { cut } from "./sprite";
import type { Card, Suit } from "./wire";

export type Picture = Card | "back" | `suit-${Suit}`;

const urls = new SvelteMap<string, string>();

/** The drawings of the face that is shown. */
let drawings = $state.raw<ReadonlyMap<string, Blob>>(new Map());

/** Return the address of a picture for an `img`; empty until the face is there. */
export function pictureUrl(picture: Picture): string {
  return urls.get(picture) ?? "";
}

async function drawingsOf(face: string, lang: string): Promise<ReadonlyMap<string, Blob>> {
  const answer = await fetch(`/faces/${face}.svg`);
  if (!answer.ok) throw new Error(`the cards ${face} did not come: HTTP ${answer.status}`);
  const sources = [...cut(await answer.text(), lang)];
  return new Map(sources.map(([id, svg]) => [id, new Blob([svg], { type: "image/svg+xml" })]));
}

/** Return the pictures of a face by id as addresses, to be revoked by who asked. */
export async function fetchFace(face: string, lang: string): Promise<ReadonlyMap<string, string>> {
  const blobs = await drawingsOf(face, lang);
  return new Map([...blobs].map(([id, blob]) => [id, URL.createObjectURL(blob)]));
}

function show(id: string, picture: Blob): void {
  const before = urls.get(id);
  urls.set(id, URL.createObjectURL(picture));
  // Pictures still on the page keep what they have drawn.
  if (before !== undefined) URL.revokeObjectURL(before);
}

/** Load the chosen face; call it again when face or language change. */
export async function loadFace(): Promise<void> {
  const { face, lang } = settings;
  const found = await drawingsOf(face, lang);
  if (face !== settings.face || lang !== settings.lang) return;
  for (const [id, drawing] of found) show(id, drawing);
  drawings = found;
}

/**
 * Draw the cards of the face as bitmaps, one after the other, each when `rest` has come.
 *
 * `width` is that of a card in device pixels. Returns how to stop.
 */
export function drawBitmaps(width: number, rest: () => Promise<void>): () => void {
  const wanted = drawings;
  let stopped = false;

  async function drawAll(): Promise<void> {
    if (!givesBitmaps()) return;
    for (const [id, drawing] of wanted) {
      if (id.startsWith("suit-")) continue;
      const address = URL.createObjectURL(drawing);
      const image = await drawingAt(address).finally(() => URL.revokeObjectURL(address));
      await rest();
      if (stopped) return;
      const bitmap = await bitmapOf(image, width);
      if (stopped) return; // another face, or size, meanwhile
      show(id, bitmap);
    }
  }

  void drawAll();
  return () => (stopped = true);
}
