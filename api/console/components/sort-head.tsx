import { Table, UnstyledButton } from '@mantine/core';
import type { Column } from './column.ts';
import classes from './data-table.module.css';

/** How a list is sorted: the `sort` of the API, with `-` in front if it is descending. */
export interface Sorting {
  readonly sort: string;
  /** The same, undefined if nobody chose it. */
  readonly said: string | undefined;
  readonly onSort: (sort: string) => void;
}

interface SortHeadProps<T> {
  readonly column: Column<T>;
  readonly sorting: Sorting | undefined;
}

/** The title of a column. If the list can be sorted by it, a click does, and a second one turns the order round. */
export function SortHead<T>({ column: { title, numeric, sortBy, hasButtons }, sorting }: SortHeadProps<T>) {
  const className = numeric ? 'num' : undefined;
  if (sortBy === undefined || sorting === undefined)
    return (
      <Table.Th className={className} data-buttons={hasButtons || undefined}>
        {title}
      </Table.Th>
    );
  const { sort, onSort } = sorting;
  const isAscending = sort === sortBy;
  const isDescending = sort === `-${sortBy}`;
  const direction = isAscending ? 'ascending' : isDescending ? 'descending' : 'none';
  return (
    <Table.Th className={className} aria-sort={direction}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(isAscending ? `-${sortBy}` : sortBy)}>
        {title}
        <span aria-hidden="true">{{ ascending: ' ↑', descending: ' ↓', none: ' ↕' }[direction]}</span>
      </UnstyledButton>
    </Table.Th>
  );
}
