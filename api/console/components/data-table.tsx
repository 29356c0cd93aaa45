import { Checkbox, Table, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { AddressSearch } from '../client/address.ts';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { PageLink } from './page-link.tsx';
import { SortHead, type Sorting } from './sort-head.tsx';
import { TableCell } from './table-cell.tsx';

/** A page of the console. */
export interface RowLink {
  readonly to: string;
  readonly search?: AddressSearch;
}

/** The rows that a person has selected, by their ids. */
interface Selection<T> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly nameOf: (row: T) => string;
}

/** What a list shows of its rows. */
export interface RowsView<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  /** The page that a row opens. */
  readonly linkOf?: (row: T) => RowLink;
  /** What a row does if it opens no page: it opens a dialog. */
  readonly onOpen?: (row: T) => void;
  /** Further properties of a row, such as its weight. */
  readonly rowProps?: (row: T, index: number) => ComponentPropsWithoutRef<'tr'>;
  readonly sorting?: Sorting;
  readonly selection?: Selection<T>;
  /** The least width of the table, as CSS. */
  readonly minWidth?: string;
  /** Many narrow columns: the first one stays while they scroll. */
  readonly isFirstFixed?: true;
}

interface DataTableProps<T> extends RowsView<T> {
  readonly rows: readonly T[];
  /** Called when the last row becomes visible. */
  readonly onEnd?: () => void;
  /** What is shown under the last row. */
  readonly foot?: string;
}

const ROW_PX = 33;
const OVERSCAN = 12;

/** The link or button of a row. */
const OPENER = '[data-opener]';

/**
 * The table of every list. Only visible rows are drawn, so that a hundred thousand are as fast as ten. The text of a
 * row's first cell is the row's link, and a click elsewhere in the row is one on the link. Tab goes to one of these
 * links, J and K or the arrows move between them; J and K also enter the table if nothing else has the focus. X selects
 * a row; with Shift, the keys and a click select all rows on the way. On a narrow screen each row is a card.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, idOf, linkOf, onOpen, rowProps, sorting, minWidth, onEnd, foot, selection } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: isPrinting ? rows.length : OVERSCAN,
    getItemKey: (index) => idOf(rows[index]!),
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  const [current, setCurrent] = useState(0);
  const selected = useRef(0);
  /** Selects a row, or ends its selection; with all rows from the one that was selected last. */
  const select = (index: number, isOn: boolean, isRange = false) => {
    const [from, to] = [isRange ? selected.current : index, index].toSorted((a, b) => a - b);
    const ids = rows.slice(from, to! + 1).map(idOf);
    selected.current = index;
    const others = [...selection!.ids].filter((id) => !ids.includes(id));
    selection!.onChange(new Set(isOn ? [...others, ...ids] : others));
  };
  const isSelected = (index: number) => selection?.ids.has(idOf(rows[index]!)) ?? false;
  // The row that Tab goes to: the current one, or the first drawn row if the current one is not drawn.
  const tabStop = items.some(({ index }) => index === current) ? current : items[0]?.index;
  const opens = linkOf !== undefined || onOpen !== undefined;
  // More would be a column without content, which takes a share of the width.
  const width = columns.length + (selection ? 1 : 0);
  useEffect(() => {
    if (last !== undefined && last.index >= rows.length - 1) onEnd?.();
  }, [last, rows.length, onEnd]);

  const focusRow = (index: number) => {
    const focus = () => {
      const opener = frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${OPENER}`);
      opener?.focus();
      return opener;
    };
    virtual.scrollToIndex(index);
    if (!focus()) requestAnimationFrame(focus);
  };
  // Whoever has opened the page needs no Tab before J and K.
  const enter = () => {
    const isNowhere = document.activeElement === document.body || document.activeElement?.matches('h1');
    if (opens && isNowhere && tabStop !== undefined) focusRow(tabStop);
  };
  useHotkeys([
    ['j', enter],
    ['k', enter],
  ]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (!(event.target as HTMLElement).matches(OPENER)) return;
    if (selection && event.key === 'x') return select(index, !isSelected(index));
    const next = neighbourOf(event.key, index, rows.length);
    if (next === null) return;
    event.preventDefault();
    if (selection && event.shiftKey) {
      if (!isSelected(index)) selected.current = index;
      select(next, true, true);
    }
    focusRow(next);
  };
  const openerOf = (row: T, index: number) => (text: ReactNode) => {
    const opener = {
      'data-opener': true,
      className: classes.opener,
      tabIndex: index === tabStop ? 0 : -1,
      onFocus: () => setCurrent(index),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, index),
    };
    return linkOf === undefined ? (
      <UnstyledButton {...opener} onClick={() => onOpen?.(row)}>
        {text}
      </UnstyledButton>
    ) : (
      <PageLink {...opener} {...linkOf(row)}>
        {text}
      </PageLink>
    );
  };

  return (
    <div ref={frame} className={classes.frame}>
      <Table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={`${classes.table} ${classes.cards}`}
        data-fixed={props.isFirstFixed}
        style={minWidth === undefined ? {} : { '--table-min-width': minWidth }}
        highlightOnHover={opens}
      >
        <colgroup>
          {selection && <col style={{ width: '2.25rem' }} />}
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {selection && <Table.Td data-check />}
            {columns.map((column) => (
              <SortHead key={column.id} column={column} sorting={sorting} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer px={items[0]?.start ?? 0} columns={width} />
          {items.map(({ index, key }) => (
            <Table.Tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-opens={opens || undefined}
              aria-rowindex={index + 2}
              {...(opens && CLICKS)}
              {...rowProps?.(rows[index]!, index)}
            >
              {selection && (
                <Table.Td data-check>
                  <Checkbox
                    size="xs"
                    tabIndex={index === tabStop ? 0 : -1}
                    aria-label={`Select ${selection.nameOf(rows[index]!)}`}
                    checked={isSelected(index)}
                    onChange={({ currentTarget, nativeEvent }) =>
                      select(index, currentTarget.checked, (nativeEvent as unknown as MouseEvent).shiftKey)
                    }
                  />
                </Table.Td>
              )}
              {columns.map((column, at) => (
                <TableCell
                  key={column.id}
                  column={column}
                  row={rows[index]!}
                  index={at}
                  {...(opens && at === 0 && { opener: openerOf(rows[index]!, index) })}
                />
              ))}
            </Table.Tr>
          ))}
          <Spacer px={virtual.getTotalSize() - (last?.end ?? 0)} columns={width} />
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

/** Whether the page is being printed: then all rows are drawn. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => setPrinting(false));
  return isPrinting;
}

/** What can be clicked for itself. */
const CLICKABLE = 'a, button, input, label';

/** A click in a row. With Ctrl or the middle button, the row's page opens in a new tab, as of any link. */
function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey } = event;
  if ((target as HTMLElement).closest(CLICKABLE) || window.getSelection()?.isCollapsed === false) return;
  const opener = currentTarget.querySelector<HTMLElement>(OPENER);
  const isForNewTab = button === 1 || ctrlKey || metaKey;
  if (opener instanceof HTMLAnchorElement && isForNewTab) window.open(opener.href, '_blank', 'noopener');
  else if (button === 0) opener?.click();
}

const CLICKS = {
  onClick: openRow,
  onAuxClick: openRow,
  // Otherwise the middle button would begin to scroll.
  onMouseDown: (event: MouseEvent) => event.button === 1 && event.preventDefault(),
};

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
  if (['j', 'J', 'ArrowDown'].includes(key)) return Math.min(count - 1, index + 1);
  if (['k', 'K', 'ArrowUp'].includes(key)) return Math.max(0, index - 1);
  return null;
}
