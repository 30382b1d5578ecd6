/** Finding words in lists: without regard to case, accents and order. */

/** Text as it is compared: `Böblingen` finds `boblingen`, `Straße` finds `strasse`. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase();
}

/** Whether each word of a query stands somewhere in the texts. */
export function matches(query: string, ...texts: readonly string[]): boolean {
  const all = plain(texts.join(" "));
  return plain(query)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Entries by their number of seats: the group of the default first, the others upwards. */
export function bySeats<Entry extends { seats: number; is_default: boolean }>(
  entries: readonly Entry[],
): { seats: number; entries: Entry[] }[] {
  const first = entries.find((entry) => entry.is_default)?.seats;
  const numbers = [...new Set(entries.map((entry) => entry.seats))].sort(
    (a, b) => Number(b === first) - Number(a === first) || a - b,
  );
  return numbers.map((seats) => ({
    seats,
    entries: entries
      .filter((entry) => entry.seats === seats)
      .sort((a, b) => Number(b.is_default) - Number(a.is_default)),
  }));
}
