import type { Decimal } from './decimal.ts';

/**
 * Text that a spreadsheet would run as a formula or a command (OWASP, CSV injection): at the start of a cell, or after
 * a semicolon, a tab or a line end, because other programs begin a cell there. Blanks may come before it.
 */
const FORMULA = /^[\t\r\n]|(?:^|[;\t\r\n])[^\S\t\r\n]*[=+\-@＝＋－＠]/;

/** The positions where such text begins. */
const FORMULA_STARTS = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[^\S\t\r\n]*)/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** The value of a cell; null: an empty cell. */
export type CsvValue = string | number | Decimal | boolean | null;

/** One cell as in RFC 4180. Text that a spreadsheet would run gets an apostrophe before it; numbers do not. */
export function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? value.replace(FORMULA_STARTS, "'") : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const DIGITS = /^\d+(-\d+)?$/;

/**
 * One cell for a spreadsheet, which would read a text of digits as a number and drop leading zeros. Such a text is
 * written as a formula whose value is the text. Only digits are: other text could end the formula and begin another
 * one.
 */
export function csvTextField(value: CsvValue): string {
  return typeof value === 'string' && DIGITS.test(value) ? `"=""${value}"""` : csvField(value);
}

/** One row with its line end. */
export function csvRow(...values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
