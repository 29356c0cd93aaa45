const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as a number. A cell that is no number stays text, which the schema refuses. */
export function numberOf(cell: string): number | string {
  const trimmed = cell.trim();
  return NUMBER.test(trimmed) ? Number(trimmed) : cell;
}
