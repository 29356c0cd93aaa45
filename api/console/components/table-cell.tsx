import { Table } from '@mantine/core';
import type { Column } from './column.ts';

/** The text of an empty cell. A card leaves it out. */
const NOTHING = '–';

/** One cell of a table, with the attributes from which a card is drawn. */
export function TableCell<T>({ column, row }: { column: Column<T>; row: T }) {
  const { title, numeric, isWide } = column;
  const content = column.cell(row);
  return (
    <Table.Td
      data-label={title}
      data-empty={content === NOTHING || undefined}
      data-wide={isWide || undefined}
      className={numeric ? 'num' : undefined}
      // A text that is too long for its column is cut off.
      title={typeof content === 'string' && content !== NOTHING ? content : undefined}
    >
      {content}
    </Table.Td>
  );
}
