/** Who can sit at a table: players know some rules and refuse others. */

/** The players that know the rules, in their order. */
export function fitting<Entry extends { name: string }>(
  players: readonly Entry[],
  rules: { players: readonly string[] } | undefined,
): Entry[] {
  return players.filter((one) => rules?.players.includes(one.name));
}

/** The first of the wanted names that fits, else the first player; empty where there is none. */
export function seated(
  fits: readonly { name: string }[],
  ...wanted: readonly (string | null | undefined)[]
): string {
  const found = wanted.find((name) => fits.some((one) => one.name === name));
  return found ?? fits[0]?.name ?? "";
}

/** The one name that all have; empty where they differ. */
export function common(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  return rest.every((name) => name === first) ? first : "";
}
