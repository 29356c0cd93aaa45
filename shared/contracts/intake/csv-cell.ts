/** What a column holds, which says how its cells are read. An id names something: a digit that is lost names another. */
export type ColumnKind = 'id' | 'text' | 'zip' | 'flag' | 'date' | 'whole' | 'decimal';

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^[+-]?\d*,\d+$/;
/** In a file of semicolons, 1.250 is a thousand and more to one person, and a fraction to another. */
const MAYBE_THOUSANDS = /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/;

/**
 * A cell as the field of a JSON document. An empty cell is a field that was not sent, except for the ZIP, which may be
 * empty. A cell that is no number or flag, or not clearly, stays text, which the field's schema refuses.
 */
export function cellValue(
  kind: ColumnKind,
  cell: string,
  separator: string,
): string | number | boolean | undefined {
  if (kind === 'zip') return cell;
  const trimmed = cell.trim();
  if (trimmed === '') return undefined;
  if (kind === 'flag') return FLAGS.get(trimmed.toLowerCase()) ?? cell;
  if (kind === 'whole') return WHOLE.test(trimmed) ? Number(trimmed) : cell;
  if (kind !== 'decimal') return cell;
  const number = separator === ';' && DECIMAL_COMMA.test(trimmed) ? trimmed.replace(',', '.') : trimmed;
  const isClear = DECIMAL.test(number) && !(separator === ';' && MAYBE_THOUSANDS.test(trimmed));
  return isClear ? Number(number) : cell;
}

/** 11/30/2026, 30.11.26: which of the numbers is the month, only the sender knows. */
const SLASHED_DATE = /^\s*\d{1,2}([/.-])\d{1,2}\1\d{2,4}/;

/** What to do about a value of a cell that its schema refuses; null: the schema says it. */
export function cureOf(kind: ColumnKind | undefined, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = JSON.stringify(value.trim().slice(0, 50));
  if (kind === 'whole')
    return `must be a whole number of digits alone, without points, commas or an exponent, such as 1000, not ${text}`;
  if (kind === 'decimal')
    return `must be a number without thousands separators, such as 1250.5 or 0.25, not ${text}`;
  if (kind === 'date' && SLASHED_DATE.test(value))
    return `must be year, month and day, such as 2026-11-30 (the format yyyy-mm-dd of a spreadsheet), not ${text}`;
  return null;
}

const ROUNDED = /^\s*\d(?:[.,]\d+)?E\+\d+\s*$/i;

/** Whether a cell looks like a long number that a spreadsheet has rounded: 1.23457E+12. */
export const looksRounded = (cell: string) => ROUNDED.test(cell);
