/** Values from `minimum` up in steps, as far as `maximum`. */
export interface Grid {
  minimum: number;
  maximum: number;
  step: number;
}

/** The highest value of the grid. */
export function last({ minimum, maximum, step }: Grid): number {
  return minimum + Math.floor((maximum - minimum) / step) * step;
}

/** The value so many steps on, or the end of the grid that lies before it. */
export function stepped(grid: Grid, value: number, steps: number): number {
  const wanted = value + steps * grid.step;
  return Math.min(Math.max(wanted, grid.minimum), last(grid));
}

/** The value of the grid that is nearest to a typed one. */
export function nearest(grid: Grid, typed: number): number {
  return stepped(grid, grid.minimum, Math.round((typed - grid.minimum) / grid.step));
}

/** How many steps a key moves: arrows one, page keys ten, Pos1 and End to the ends. */
export function stepsOfKey(key: string): number | null {
  const known: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowRight: 1,
    ArrowDown: -1,
    ArrowLeft: -1,
    PageUp: 10,
    PageDown: -10,
    Home: -Infinity,
    End: Infinity,
  };
  return known[key] ?? null;
}
