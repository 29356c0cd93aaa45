const PAGE = 1000;

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

interface Page<T> {
  readonly elements: readonly T[];
  readonly next_cursor: string | null;
}

/** Reads the first `limit` elements of a list, over several pages if needed, and whether there are more. */
export async function readPages<T>(
  limit: number,
  read: (page: PageQuery) => Promise<Page<T>>,
): Promise<{ elements: T[]; more: boolean }> {
  const elements: T[] = [];
  let cursor: string | null = null;
  do {
    const wanted = Math.min(PAGE, limit - elements.length);
    const page: Page<T> = await read({ limit: wanted, ...(cursor === null ? {} : { cursor }) });
    elements.push(...page.elements);
    cursor = page.next_cursor;
  } while (cursor !== null && elements.length < limit);
  return { elements, more: cursor !== null };
}

type Query = Readonly<Record<string, string | undefined>>;

/** A query without its undefined members. */
export function given<Q extends Query>(query: Q): { [K in keyof Q]?: NonNullable<Q[K]> } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as never;
}

/** A path with the defined members of a query. */
export function withQuery(path: string, query: Query): string {
  const text = new URLSearchParams(given(query) as Record<string, string>).toString();
  return text === '' ? path : `${path}?${text}`;
}
