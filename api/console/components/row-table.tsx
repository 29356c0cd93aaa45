import { Table } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { TableCell } from './table-cell.tsx';

interface RowTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  /** Further properties of a row: that it is bold. */
  readonly rowProps?: (row: T, index: number) => ComponentPropsWithoutRef<'tr'>;
  /** In pixels. */
  readonly maxWidth?: number;
}

/** A table of few rows, all of which are drawn. On a narrow screen each row is a card, as in a DataTable. */
export function RowTable<T>({ label, columns, rows, idOf, rowProps, maxWidth }: RowTableProps<T>) {
  return (
    // A table that is too wide scrolls, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <div className={classes.rows} style={{ maxWidth }} tabIndex={0}>
      <Table aria-label={label} className={classes.cards}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ id, title, numeric, width, hasButtons }) => (
              <Table.Th
                key={id}
                data-buttons={hasButtons || undefined}
                className={numeric ? 'num' : undefined}
                style={{ width }}
              >
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={idOf(row)} {...rowProps?.(row, index)}>
              {columns.map((column, at) => (
                <TableCell key={column.id} column={column} row={row} index={at} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
