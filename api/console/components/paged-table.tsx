import type { ReactNode } from 'react';
import { whole } from '../view/numbers.ts';
import { exact } from '../view/times.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
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

interface PagedTableProps<R> {
  readonly pages: Pages<R>;
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly idOf: (row: R) => string;
  readonly onOpen?: (row: R) => void;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** How far back a search has come that is not finished. */
  readonly searchedBackTo?: string | null;
}

/** A list in pages with its four states. The next page is read when the last row becomes visible. */
export function PagedTable<R>(props: PagedTableProps<R>) {
  const { pages, label, columns, idOf, onOpen, empty, searchedBackTo } = props;
  const { query, rows, onEnd } = pages;
  return (
    <QueryView query={query}>
      {() =>
        rows.length === 0 && !query.hasNextPage ? (
          empty
        ) : (
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            idOf={idOf}
            onEnd={onEnd}
            foot={footOf(rows.length, query, searchedBackTo ?? null)}
            {...(onOpen && { onOpen })}
          />
        )
      }
    </QueryView>
  );
}

function footOf(
  rows: number,
  { hasNextPage, isFetchingNextPage }: { hasNextPage: boolean; isFetchingNextPage: boolean },
  searchedBackTo: string | null,
): string {
  if (!hasNextPage) return `All ${whole(rows)}`;
  const searched = searchedBackTo === null ? '' : `, searched back to ${exact(new Date(searchedBackTo))}`;
  return `${whole(rows)} so far${searched}${isFetchingNextPage ? ': more is being read …' : ''}`;
}
