import type { Decimal } from './decimal.ts';

/** The value of a cell; null: an empty cell. */
export type CsvValue = string | number | Decimal | boolean | null;

/** Writes one row with its line end. */
export type CsvRowWriter = (...values: readonly CsvValue[]) => string;

/** Text that a spreadsheet would read as a number, and so change: 0017, 12-05, 1.50, 1E5. */
const NUMBER = String.raw`\d+(?:[-.]\d+)?(?:E[+-]?\d+)?`;
const IS_NUMBER = new RegExp(`^${NUMBER}$`, 'i');
const APOSTROPHES_NUMBER = new RegExp(`^'+${NUMBER}$`, 'i');

/** A formula whose value is a text: a spreadsheet takes the text as it is. */
const TEXT_FORMULA = /^="([^"]*)"$/;

/**
 * What a spreadsheet would run as a formula or a command (OWASP, CSV injection): at the start of a cell, or after a
 * semicolon, a tab or a line end, because other programs begin a cell there. Blanks may come before it. An apostrophe
 * before it makes it text.
 */
const RUNS = '[=+\\-@＝＋－＠]';
const HERE = String.raw`(?<=(?:^|[;\t\r\n])[^\S\t\r\n]*)`;
/** Before these, a cell for a spreadsheet gets an apostrophe. */
const TO_DEFUSE = new RegExp(`^(?='*[\\t\\r\\n])|(?=['=+\\-@＝＋－＠])${HERE}(?='*${RUNS})`, 'g');
/** The apostrophes that a reader takes off, one at each place. */
const DEFUSING = new RegExp(`^'(?='*[\\t\\r\\n])|(?=')${HERE}'(?='*${RUNS})`, 'g');

/** A cell as it was meant: without what `spreadsheetRow`, or a person, put around it for a spreadsheet. */
export function readCell(cell: string): string {
  if (!cell.includes("'") && !cell.startsWith('=')) return cell;
  const text = TEXT_FORMULA.exec(cell)?.[1];
  if (text !== undefined) return text;
  return APOSTROPHES_NUMBER.test(cell) ? cell.slice(1) : cell.replace(DEFUSING, '');
}

/** A row as of RFC 4180. What `readCell` would change gets an apostrophe, so that it reads what was written. */
export const csvRow = rowWriter((text) => {
  if (TEXT_FORMULA.test(text) || APOSTROPHES_NUMBER.test(text)) return `'${text}`;
  return text.replace(DEFUSING, "''");
});

/** A row for a spreadsheet: no cell is run as a formula, and digits keep their leading zeros. */
export const spreadsheetRow = rowWriter((text) => {
  if (IS_NUMBER.test(text)) return `="${text}"`;
  return APOSTROPHES_NUMBER.test(text) ? `'${text}` : text.replace(TO_DEFUSE, "'");
});

/** What writes the rows of an answer by the parameter `for` of its request. */
export const rowFor = (reader: 'spreadsheet' | undefined): CsvRowWriter =>
  reader === undefined ? csvRow : spreadsheetRow;

function rowWriter(write: (text: string) => string): CsvRowWriter {
  const cell = (value: CsvValue) => {
    if (value === null) return '';
    if (typeof value !== 'string') return String(value);
    const text = write(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return (...values) => `${values.map(cell).join(',')}\r\n`;
}

/** The character that occurs most often in a header. Names of columns contain no separator. */
export function separatorOf(header: string): string {
  let separator = ',';
  let most = 0;
  for (const each of [',', ';', '\t']) {
    const count = header.split(each).length;
    if (count <= most) continue;
    separator = each;
    most = count;
  }
  return separator;
}

/** The separator that a first line before the header names, as Excel writes and reads it; null: it is no such line. */
export function declaredSeparator(line: string): string | null {
  return /^sep=([,;\t|])\r?$/i.exec(line)?.[1] ?? null;
}
