/** Cut a sprite file into stand-alone pictures, each with the shared shapes that it uses. */

interface Sprite {
  /** Each shared shape's source by every id in it. */
  shapes: ReadonlyMap<string, string>;
  /** Each symbol's attributes and content by its id. */
  symbols: ReadonlyMap<string, { box: string; content: string }>;
}

const TAG = /<(\/?)([\w:-]+)([^>]*?)(\/?)>/g;
const ID = /\sid="([^"]+)"/g;
const VARIANT = /-(de|en|fr)$/;
const REFERENCE = /href="#([^"]+)"|url\(#([^)]+)\)/g;

/** Call `found` for each element at `depth` below the root with its tag and its source. */
function elementsAt(
  depth: number,
  source: string,
  found: (name: string, attributes: string, whole: string, content: string) => void,
): void {
  let level = 0;
  let start = { at: 0, inside: 0, attributes: "" };
  for (const tag of source.matchAll(TAG)) {
    const [whole, closing, name = "", attributes = "", empty] = tag;
    const end = tag.index + whole.length;
    if (closing === "" && level === depth) start = { at: tag.index, inside: end, attributes };
    if (closing !== "") level -= 1;
    if (level === depth && (closing !== "" || empty !== "")) {
      const inner = closing === "" ? "" : source.slice(start.inside, tag.index);
      found(name, start.attributes, source.slice(start.at, end), inner);
    }
    if (closing === "" && empty === "") level += 1;
  }
}

function readSprite(file: string): Sprite {
  const source = file.replace(/<\?.*?\?>|<!--.*?-->/gs, "");
  const shapes = new Map<string, string>();
  const symbols = new Map<string, { box: string; content: string }>();
  elementsAt(1, source, (name, attributes, _whole, content) => {
    const id = /\sid="([^"]+)"/.exec(attributes)?.[1];
    if (name === "symbol" && id !== undefined) {
      symbols.set(id, { box: /viewBox="([^"]+)"/.exec(attributes)?.[1] ?? "", content });
    }
    if (name !== "defs") return;
    elementsAt(0, content, (_name, _attributes, shape) => {
      for (const inside of shape.matchAll(ID)) shapes.set(inside[1] ?? "", shape);
    });
  });
  return { shapes, symbols };
}

function collect(content: string, sprite: Sprite, into: Set<string>): void {
  for (const [, href, url] of content.matchAll(REFERENCE)) {
    const shape = sprite.shapes.get(href ?? url ?? "");
    if (shape === undefined || into.has(shape)) continue;
    into.add(shape);
    collect(shape, sprite, into);
  }
}

/**
 * Return the source of each picture of a sprite file by the symbol's id.
 *
 * Where there is a symbol `<id>-<lang>`, it stands for `<id>`: other letters in the corners.
 */
export function cut(file: string, lang: string): ReadonlyMap<string, string> {
  const sprite = readSprite(file);
  const pictures = new Map<string, string>();
  for (const [id, symbol] of sprite.symbols) {
    if (VARIANT.test(id)) continue;
    const { box, content } = sprite.symbols.get(`${id}-${lang}`) ?? symbol;
    const used = new Set<string>();
    collect(content, sprite, used);
    const [, , width = "1", height = "1"] = box.split(/\s+/);
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"`;
    const size = `width="${width}" height="${height}"`;
    pictures.set(id, `${head} ${size}><defs>${[...used].join("")}</defs>${content}</svg>`);
  }
  return pictures;
}
