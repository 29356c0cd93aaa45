import { Table, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { TableCell } from './table-cell.tsx';

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  readonly onOpen?: (row: T) => void;
  /** Called when the last row becomes visible. */
  readonly onEnd?: () => void;
  /** What is shown under the last row. */
  readonly foot?: string;
}

const ROW_PX = 41;
const OVERSCAN = 12;

/**
 * The table of every list. Only visible rows are drawn, so that a hundred thousand are as fast as ten. Tab goes to one
 * row, J and K or the arrows move between rows, Enter opens one. On a narrow screen each row is a card.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, idOf, onOpen, onEnd, foot } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => idOf(rows[index]!),
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  const [current, setCurrent] = useState(0);
  // The row that Tab goes to: the current one, or the first drawn row if the current one is not drawn.
  const tabStop = items.some(({ index }) => index === current) ? current : items[0]?.index;
  useEffect(() => {
    if (last !== undefined && last.index >= rows.length - 1) onEnd?.();
  }, [last, rows.length, onEnd]);

  const focusRow = (index: number) => {
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (event.target !== event.currentTarget) return;
    const next = neighbourOf(event.key, index, rows.length);
    if (event.key === 'Enter') onOpen?.(rows[index]!);
    if (next === null) return;
    event.preventDefault();
    focusRow(next);
  };

  return (
    <div ref={frame} className={classes.frame}>
      <Table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={classes.table}
        highlightOnHover={onOpen !== undefined}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map(({ id, title, numeric }) => (
              <Table.Th key={id} className={numeric ? 'num' : undefined}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer px={items[0]?.start ?? 0} columns={columns.length} />
          {items.map(({ index, key }) => (
            <Table.Tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              tabIndex={onOpen && (index === tabStop ? 0 : -1)}
              onFocus={() => setCurrent(index)}
              className={onOpen ? classes.opens : undefined}
              onClick={() => onOpen?.(rows[index]!)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {columns.map((column) => (
                <TableCell key={column.id} column={column} row={rows[index]!} />
              ))}
            </Table.Tr>
          ))}
          <Spacer px={virtual.getTotalSize() - (last?.end ?? 0)} columns={columns.length} />
        </Table.Tbody>
      </Table>
      {foot !== undefined && (
        <Text size="xs" c="dimmed" p="xs" aria-live="polite">
          {foot}
        </Text>
      )}
    </div>
  );
}

/** The space of the rows that are not drawn. */
function Spacer({ px, columns }: { px: number; columns: number }) {
  if (px <= 0) return null;
  return (
    <tr className={classes.spacer}>
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}

/** The row that a key moves to; null if it is not such a key. */
function neighbourOf(key: string, index: number, count: number): number | null {
  if (key === 'j' || key === 'ArrowDown') return Math.min(count - 1, index + 1);
  if (key === 'k' || key === 'ArrowUp') return Math.max(0, index - 1);
  return null;
}
