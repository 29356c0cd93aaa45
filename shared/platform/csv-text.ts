import type { Decimal } from './decimal.ts';

/**
 * What a spreadsheet would take for a formula or a command (OWASP, CSV injection): at the start of a cell, or of what
 * is a cell where semicolons, tabs or lines separate them; blanks before it do not matter.
 */
const FORMULA = /^[\t\r\n]|(?:^|[;\t\r\n])[^\S\t\r\n]*[=+\-@＝＋－＠]/;

/** Where each of them begins. */
const FORMULA_STARTS = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[^\S\t\r\n]*)/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** What a cell holds; null is an empty one. */
export type CsvValue = string | number | Decimal | boolean | null;

/**
 * One cell as RFC 4180 has it. Text that a spreadsheet would run gets an apostrophe before it; numbers are
 * written as they are.
 */
export function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? value.replace(FORMULA_STARTS, "'") : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const DIGITS = /^\d+(-\d+)?$/;

/**
 * The same for a spreadsheet, which would take digits for a number: as a formula that is a text, they keep their
 * leading zeros. For digits alone, as any other text might be a formula of its own.
 */
export function csvTextField(value: CsvValue): string {
  return typeof value === 'string' && DIGITS.test(value) ? `"=""${value}"""` : csvField(value);
}

/** One row, its line end included. */
export function csvRow(...values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
