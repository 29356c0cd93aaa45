import type { ReactNode } from 'react';
import { counted, whole } from '../view/numbers.ts';
import { exact } from '../view/times.ts';
import { DataTable, type RowsView } from './data-table.tsx';
import { Hint } from './hint.tsx';
import { QueryView } from './query-view.tsx';

/** A list that usePages reads. */
export interface Pages<R> {
  readonly rows: readonly R[];
  readonly onEnd: () => void;
  readonly query: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly isPlaceholderData: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => unknown;
  };
}

interface PagedTableProps<R> extends RowsView<R> {
  readonly pages: Pages<R>;
  /** Shown if there are no rows, and no filter hides any. */
  readonly empty?: ReactNode;
  readonly isFiltered?: boolean;
  /** How far back a search has come that is not finished. */
  readonly searchedBackTo?: string | null;
}

/** A list in pages with its four states. The next page is read when the last row becomes visible. */
export function PagedTable<R>({ pages, empty, isFiltered, searchedBackTo, ...view }: PagedTableProps<R>) {
  const { query, rows, onEnd } = pages;
  return (
    <QueryView query={query}>
      {() =>
        rows.length === 0 && !query.hasNextPage ? (
          isFiltered ? (
            <Hint>No matches. Remove a filter.</Hint>
          ) : (
            empty
          )
        ) : (
          <DataTable
            {...view}
            rows={rows}
            onEnd={onEnd}
            foot={footOf(rows.length, query, searchedBackTo ?? null)}
          />
        )
      }
    </QueryView>
  );
}

/** How many rows a list has, beside its title; those of later pages are a plus. */
export function ListCount({ pages: { rows, query } }: { pages: Pages<unknown> }) {
  if (query.data === undefined) return null;
  return (
    <Hint>
      {whole(rows.length)}
      {query.hasNextPage && '+'}
    </Hint>
  );
}

function footOf(
  rows: number,
  { hasNextPage, isFetchingNextPage }: { hasNextPage: boolean; isFetchingNextPage: boolean },
  searchedBackTo: string | null,
): string {
  if (!hasNextPage) return counted(rows, 'result');
  const searched = searchedBackTo === null ? '' : `, searched back to ${exact(new Date(searchedBackTo))}`;
  return `${counted(rows, 'result')} so far${searched}${isFetchingNextPage ? '; loading more…' : ''}`;
}
