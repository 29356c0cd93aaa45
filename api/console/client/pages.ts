import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useRefreshMs } from './preferences.ts';

export interface PagesOptions<P extends { next_cursor: string | null }, R> {
  readonly queryKey: readonly unknown[];
  readonly read: (cursor: string | undefined) => Promise<P>;
  readonly rowsOf: (page: P) => readonly R[];
  /** How often a first page that still changes is read again, in milliseconds; null: as often as any other. */
  readonly liveMs?: (page: P) => number | null;
}

/** Rows of a page that is read from the whole account, so that few large pages are better than many small ones. */
export const MANY_ROWS = 500;

/** Reads all pages of a list. */
export async function readAll<P extends { next_cursor: string | null }, R>(
  read: (cursor: string | undefined) => Promise<P>,
  rowsOf: (page: P) => readonly R[],
): Promise<R[]> {
  let page = await read(undefined);
  const rows = [...rowsOf(page)];
  while (page.next_cursor !== null) {
    page = await read(page.next_cursor);
    rows.push(...rowsOf(page));
  }
  return rows;
}

/**
 * A list that the service answers in pages by a cursor. `onEnd` reads the next page. If a page is empty because the time
 * of the search was over, the next one is read at once. Old rows stay while the first pages are read again.
 */
export function usePages<P extends { next_cursor: string | null }, R>({
  queryKey,
  read,
  rowsOf,
  liveMs,
}: PagesOptions<P, R>) {
  const refresh = useRefreshMs();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: P) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Only the first page is refreshed, so that a long list is not read again and again.
    refetchInterval: ({ state }) => {
      const [first, ...others] = state.data?.pages ?? [];
      return others.length > 0 ? false : ((first && liveMs?.(first)) ?? refresh);
    },
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const rows = useMemo(() => (data?.pages ?? []).flatMap(rowsOf), [data, rowsOf]);
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const lastPage = data?.pages.at(-1);
  const isLastEmpty = lastPage !== undefined && rowsOf(lastPage).length === 0;
  useEffect(() => {
    if (isLastEmpty) onEnd();
  }, [isLastEmpty, onEnd]);
  return { query, rows, firstPage: data?.pages[0], lastPage, onEnd };
}
