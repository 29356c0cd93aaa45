/**
 * All that a search finds, page by page, newest first. A page may be empty if its time was over; the next page continues.
 * Ends early if `signal` aborts.
 */
export async function* readMatching<P extends { readonly next_cursor: string | null }>(
  read: (cursor: string | null) => Promise<P>,
  signal: AbortSignal,
): AsyncGenerator<P> {
  let cursor: string | null = null;
  do {
    const page: P = await read(cursor);
    if (signal.aborted) return;
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}
