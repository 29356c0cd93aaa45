import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import stringWidth from 'string-width';

/**
 * One column of a table: its title, its text of a thing, and how it is: `right` aligned, or, if a line is too long, the widest
 * first, narrower: it wraps its words, or leaves out the middle of its texts.
 */
export type Column<T> = readonly [title: string, of: (thing: T) => string, how?: 'right' | Narrow];
type Narrow = keyof typeof NARROWEST;

const GAP = 2;
/** The least width of a column that becomes narrower. */
const NARROWEST = { wrap: 16, shorten: 12 } as const;

const NO_LINES = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    [side, `${side}-mid`, `${side}-left`, `${side}-right`].map((name) => [name, '']),
  ),
);

/** Things under the titles of their columns, a row each, in lines of at most `width` characters. */
export function tableText<T>(
  columns: readonly Column<T>[],
  things: readonly T[],
  width = Number.POSITIVE_INFINITY,
): string {
  const rows = things.map((thing) => columns.map(([, of]) => of(thing)));
  const widths = fittingWidths(columns, rows, width);
  const table = new Table({
    chars: { ...NO_LINES, 'left-mid': '', 'mid-mid': '', 'right-mid': '', middle: ' '.repeat(GAP) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    head: columns.map(([title]) => title),
    colWidths: widths,
    colAligns: columns.map(([, , how]) => (how === 'right' ? how : 'left')),
    wordWrap: true,
  });
  for (const row of rows) {
    table.push(row.map((text, at) => (columns[at]![2] === 'shorten' ? shorten(text, widths[at]!) : text)));
  }
  return linesOf(table.toString());
}

/** A text in lines of at most `columns` characters, wrapped between words. Each line begins with `indent` blanks. */
export function paragraph(text: string, columns: number, indent = 0): string {
  const blanks = ' '.repeat(indent);
  if (stringWidth(text) + indent <= columns) return blanks + text;
  return tableText([['', () => text, 'wrap']], [text], columns - indent)
    .split('\n')
    .slice(1)
    .map((line) => blanks + line)
    .join('\n');
}

/** Names and what they have, a line each. */
export function pairs(rows: readonly (readonly [name: string, text: string])[]): string {
  const [, ...lines] = tableText<(typeof rows)[number]>(
    [
      ['', ([name]) => name],
      ['', ([, text]) => text],
    ],
    rows,
  ).split('\n');
  return lines.join('\n');
}

/** Shortens a text to at most `width` characters by leaving out its middle. */
export function shorten(text: string, width: number): string {
  const characters = [...stripVTControlCharacters(text)];
  if (stringWidth(text) <= width) return text;
  const left = width - 1;
  const end = Math.floor(left / 2);
  return `${characters.slice(0, left - end).join('')}…${characters.slice(characters.length - end).join('')}`;
}

function fittingWidths(
  columns: readonly Column<never>[],
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  // A column without text is one wide: cli-table3 takes 0 for any width.
  const widths = columns.map(([title], at) =>
    Math.max(1, stringWidth(title), ...rows.map((row) => stringWidth(row[at]!))),
  );
  const excess = widths.reduce((sum, each) => sum + each + GAP, -GAP) - width;
  if (excess <= 0) return widths;
  for (let removed = 0; removed < excess; removed += 1) {
    const widest = widestFlexible(columns, widths);
    if (widest === null) break;
    widths[widest]! -= 1;
  }
  return widths;
}

function widestFlexible(columns: readonly Column<never>[], widths: readonly number[]): number | null {
  let widest: number | null = null;
  for (const [at, [, , how = 'right']] of columns.entries()) {
    const isFlexible = how !== 'right' && widths[at]! > NARROWEST[how];
    if (isFlexible && (widest === null || widths[at]! > widths[widest]!)) widest = at;
  }
  return widest;
}

function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
