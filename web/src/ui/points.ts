/** Points as they are printed: a true minus sign, and a plus where a change is meant. */
export function points(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** Points that are added: with their sign. */
export function change(value: number): string {
  return value > 0 ? `+${value}` : points(value);
}
