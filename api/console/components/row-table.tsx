import { Table } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import classes from './data-table.module.css';
import type { Column } from './data-table.tsx';

interface RowTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  /** What a row has beside its cells: that it is bold, or can be dragged. */
  readonly rowProps?: (row: T, index: number) => ComponentPropsWithoutRef<'tr'>;
  /** As wide as it needs to be at most, in pixels. */
  readonly maxWidth?: number;
}

/** A table of few rows, all of which are drawn. On a narrow screen each row is a card, as in a DataTable. */
export function RowTable<T>({ label, columns, rows, idOf, rowProps, maxWidth }: RowTableProps<T>) {
  const classOf = ({ numeric }: Column<T>) => (numeric ? 'num' : undefined);
  return (
    <div className={classes.rows} style={{ maxWidth }}>
      <Table aria-label={label} className={classes.cards}>
        <Table.Thead className={classes.cardsHead}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.id} className={classOf(column)} style={{ width: column.width }}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={idOf(row)} {...rowProps?.(row, index)}>
              {columns.map((column) => (
                <Table.Td key={column.id} data-label={column.title} className={classOf(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
