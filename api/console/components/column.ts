import type { ReactNode } from 'react';

/** A column of a list. Its first two are what a card on a narrow screen shows first. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** Aligned to the right, with digits of equal width. */
  readonly numeric?: boolean;
  /** As CSS. Columns without a width share the rest. */
  readonly width?: string;
  /** On a card it has a row of its own. */
  readonly isWide?: boolean;
}
