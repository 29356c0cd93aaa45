import type { ReactNode } from 'react';
import type { CsvValue } from '../../../shared/foundation/csv-text.ts';
import { whole } from '../view/numbers.ts';

/** A column of a list. Its first two are what a card on a narrow screen shows first. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** In the first column of a list whose rows open something, this is the text of the link. */
  readonly cell: (row: T) => ReactNode;
  /** What a CSV file has if `cell` draws something else than text. */
  readonly csv?: (row: T) => CsvValue;
  /** Buttons after the content. They are no part of the row's link. */
  readonly beside?: (row: T) => ReactNode;
  /** Aligned to the right, with digits of equal width. */
  readonly numeric?: boolean;
  /** As CSS. Columns without a width share the rest. */
  readonly width?: string;
  /** On a card it has a row of its own. */
  readonly isWide?: boolean;
  /** A long text goes on in further lines. Otherwise it is cut off. */
  readonly wraps?: boolean;
  /** It is shown only if the reader chooses it. */
  readonly isExtra?: boolean;
  /** It has only buttons, which say themselves what they do: a card shows no title before them. */
  readonly hasButtons?: boolean;
  /** The `sort` that orders the list by this column. Descending has `-` in front of it. */
  readonly sortBy?: string;
}

/** A column by what all have: its ID, its title and its cells. */
export const column = <T>(
  id: string,
  title: string,
  cell: Column<T>['cell'],
  more: Partial<Column<T>> = {},
): Column<T> => ({ id, title, cell, ...more });

/** A column of numbers: counts, unless `text` says how they are written. One that is missing is a dash. */
export function numberColumn<T>(
  id: string,
  title: string,
  of: (row: T) => number | null | undefined,
  { text = whole, ...more }: { readonly text?: (value: number) => string } & Partial<Column<T>> = {},
): Column<T> {
  const cell = (row: T) => {
    const value = of(row) ?? null;
    return value === null ? '–' : text(value);
  };
  return { id, title, numeric: true, cell, ...more };
}
