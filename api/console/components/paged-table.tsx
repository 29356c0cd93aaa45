import type { ReactNode } from 'react';
import { whole } from '../view/numbers.ts';
import { exact } from '../view/times.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { QueryView } from './query-view.tsx';

/** What usePages gives of a list. */
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
  /** Shown where there is nothing. */
  readonly empty: ReactNode;
  /** How far back a search has come that is still under way. */
  readonly searchedBackTo?: string | null;
}

/** A list in pages with its four states; the next page comes when the end is in sight. */
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
