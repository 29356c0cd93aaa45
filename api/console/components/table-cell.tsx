import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';

/** The text of an empty cell. A card leaves it out, unless it is one of the first two. */
const NOTHING = '–';

/** So many columns are the head of a card. They need no title, unless they are numbers. */
const HEAD = 2;

interface TableCellProps<T> {
  readonly column: Column<T>;
  readonly row: T;
  /** The place of the column. */
  readonly index: number;
  /** Makes the link or button of the row around the cell's text. */
  readonly opener?: (text: ReactNode) => ReactNode;
}

/** One cell of a table, with the attributes from which a card is drawn. */
export function TableCell<T>({ column, row, index, opener }: TableCellProps<T>) {
  const { title, numeric, isWide, wraps, hasButtons, cell, beside } = column;
  const content = cell(row);
  const isHead = index < HEAD;
  const isTitled = !hasButtons && (!isHead || (index > 0 && numeric));
  return (
    <Table.Td
      data-title={isTitled ? title : undefined}
      data-empty={(!isHead && content === NOTHING) || undefined}
      data-wide={isWide || undefined}
      data-wraps={wraps || undefined}
      data-buttons={hasButtons || undefined}
      className={numeric ? 'num' : undefined}
      // A text that is too long for its column is cut off.
      title={typeof content === 'string' && content !== NOTHING && !wraps ? content : undefined}
    >
      {beside === undefined ? (
        (opener?.(content) ?? content)
      ) : (
        <span className="id-text">
          {opener?.(content) ?? content}
          {beside(row)}
        </span>
      )}
    </Table.Td>
  );
}
