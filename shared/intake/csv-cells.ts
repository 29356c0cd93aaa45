const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as a number; one that is none stays text, for a schema to refuse. */
export function numberOf(cell: string): number | string {
  const trimmed = cell.trim();
  return NUMBER.test(trimmed) ? Number(trimmed) : cell;
}
