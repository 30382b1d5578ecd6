/** What a person has set; kept in this browser under `binokel.settings` as JSON. */

export const LANGS = ["de", "en", "fr"] as const;
export const SUIT_STYLES = ["württemberg", "german", "french"] as const;
export const FACES = ["wuerttemberg", "french", "large"] as const;
export const PACES = ["slow", "normal", "quick", "none", "tap"] as const;
export const THEMES = ["auto", "light", "dark"] as const;
export const TEXT_SIZES = [100, 115, 130, 150, 175, 200] as const;
export const HAND_ORDERS = ["falling", "rising"] as const;

export type Lang = (typeof LANGS)[number];
export type SuitStyle = (typeof SUIT_STYLES)[number];
export type Face = (typeof FACES)[number];
export type Pace = (typeof PACES)[number];
export type Theme = (typeof THEMES)[number];
export type TextSize = (typeof TEXT_SIZES)[number];
export type HandOrder = (typeof HAND_ORDERS)[number];

export interface Settings {
  lang: Lang;
  suits: SuitStyle;
  face: Face;
  pace: Pace;
  theme: Theme;
  textSize: TextSize;
  sound: boolean;
  /** Show the card points that each seat has taken so far. */
  showCount: boolean;
  /** Show whose card is in front in the running trick. */
  showWinner: boolean;
  /** Show what the own hand melds before and during the auction. */
  meldHelp: boolean;
  /** A first tap lifts the card, a second one plays it. */
  tapTwice: boolean;
  handOrder: HandOrder;
  /** Single letters read out hand, trick, melds and score. */
  readKeys: boolean;
}

const KEY = "binokel.settings";

const CHOICES = {
  lang: LANGS,
  suits: SUIT_STYLES,
  face: FACES,
  pace: PACES,
  theme: THEMES,
  textSize: TEXT_SIZES,
  sound: [true, false],
  showCount: [true, false],
  showWinner: [true, false],
  meldHelp: [true, false],
  tapTwice: [true, false],
  handOrder: HAND_ORDERS,
  readKeys: [true, false],
} as const satisfies { [K in keyof Settings]: readonly Settings[K][] };

/** What is set where nothing has been chosen; the language is the browser's if we speak it. */
export function defaults(languages: readonly string[]): Settings {
  const spoken = languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return {
    lang: spoken.find((tag): tag is Lang => isOneOf(LANGS, tag)) ?? "de",
    suits: "württemberg",
    face: "wuerttemberg",
    pace: "normal",
    theme: "auto",
    textSize: 100,
    sound: false,
    showCount: false,
    showWinner: true,
    meldHelp: true,
    tapTwice: false,
    handOrder: "falling",
    readKeys: true,
  };
}

function isOneOf<T>(known: readonly T[], value: unknown): value is T {
  return (known as readonly unknown[]).includes(value);
}

/** Read stored settings; whatever is missing, unknown or broken is as in `base`. */
export function parse(stored: string | null, base: Settings): Settings {
  let found: unknown = null;
  try {
    found = JSON.parse(stored ?? "null");
  } catch {
    return base; // not ours to repair: the next change writes it anew
  }
  if (typeof found !== "object" || found === null) return base;
  const values = found as Record<string, unknown>;
  const known = Object.entries(CHOICES).filter(([name, choices]) =>
    isOneOf<unknown>(choices, values[name]),
  );
  return { ...base, ...Object.fromEntries(known.map(([name]) => [name, values[name]])) };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing: the settings hold for this visit
  }
}

const languages = typeof navigator === "undefined" ? [] : navigator.languages;

/** The settings; read them anywhere, change them with `change`. */
export const settings: Settings = $state(parse(stored(), defaults(languages)));

/** Change settings and keep them. */
export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: the settings hold for this visit.
  }
}

/** Show language, theme and text size on the root of the document. */
export function applyTo(root: HTMLElement): void {
  root.lang = settings.lang;
  root.dataset["theme"] = settings.theme;
  root.style.fontSize = `${settings.textSize}%`;
}
