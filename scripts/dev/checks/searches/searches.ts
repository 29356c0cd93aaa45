import { encodeCursor } from '../../../../shared/contracts/cursor.ts';
import type { Database } from '../../../../shared/db/database.ts';

/** The filters of a search. */
export type SearchQuery = Readonly<Record<string, string>>;

/** A search with its dates and its page. */
export interface AskedSearch {
  readonly query: SearchQuery;
  readonly dates: DatesName;
  readonly page: PageName;
}

/** Periods in days before now. Orders came one by one, in batches, or in managed runs in them. */
const DATES = {
  any: null,
  'a day': [1, 0],
  'a day of a week': [3, 2],
  'a day of batches': [12, 11],
  'a day of runs': [26, 25],
} as const;
export type DatesName = keyof typeof DATES;

/** The share of all decisions that comes before a page. */
const PAGES = { first: 0, deep: 0.23, 'very deep': 0.5 } as const;
export type PageName = keyof typeof PAGES;

const DAY_MS = 86_400_000;

/** Every filter alone, and the pairs that people use: values that are common, rare and never there. */
export function queriesOf(order_id: string, sku: string): SearchQuery[] {
  const part = order_id.slice(0, 9);
  const alone: SearchQuery[] = [
    {},
    { order_id },
    { order_id: 'NOT-THERE' },
    { q: order_id },
    { q: part },
    { q: 'not there' },
    { sku },
    { sku: 'NOT-THERE' },
    { zip: '10001' },
    { zip: '9' },
    { zip: '99999' },
    ...['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE'].map((status) => ({ status })),
    { warned: 'true' },
    { reason: 'insufficient_inventory' },
    { reason: 'no_inventory_available' },
    { reason: 'invalid_destination_zip' },
    { reason: 'item_control_hold' },
    { warehouse_id: 'EWR1' },
    { warehouse_id: 'NOT-THERE' },
    { search: 'incomplete' },
  ];
  const status = { status: 'NONE' };
  const warehouse = { warehouse_id: 'EWR1' };
  const pairs: SearchQuery[] = [
    { ...status, ...warehouse },
    { status: 'SPLIT', ...warehouse },
    { status: 'PARTIAL', reason: 'insufficient_inventory' },
    { ...status, reason: 'no_inventory_available' },
    { ...status, sku },
    { status: 'SPLIT', sku },
    { ...status, zip: '9' },
    { status: 'FULL', zip: '10001' },
    { ...warehouse, sku },
    { ...warehouse, zip: '9' },
    { ...warehouse, reason: 'insufficient_inventory' },
    { ...warehouse, warned: 'true' },
    { reason: 'insufficient_inventory', sku },
    { reason: 'no_inventory_available', zip: '9' },
    { warned: 'true', status: 'SPLIT' },
    { sku, zip: '9' },
    { q: part, status: 'FULL' },
    { search: 'incomplete', status: 'SPLIT' },
    { search: 'incomplete', ...warehouse },
    { search: 'incomplete', sku: 'NOT-THERE' },
    { ...status, reason: 'invalid_destination_zip', zip: '9', sku },
  ];
  return [...alone, ...pairs];
}

/** Every search, with each of the dates and pages. */
export function* allSearches(queries: readonly SearchQuery[]): Generator<AskedSearch> {
  for (const query of queries) {
    for (const dates of Object.keys(DATES) as DatesName[]) yield { query, dates, page: 'first' };
    // One order has no second page.
    if (query.order_id !== undefined) continue;
    for (const page of ['deep', 'very deep'] as const) yield { query, dates: 'any', page };
  }
}

/** The search as parameters of a query. */
export function parametersOf(
  { query, dates, page }: AskedSearch,
  cursors: ReadonlyMap<PageName, string>,
): Record<string, string> {
  const days = DATES[dates];
  const daysAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString();
  const cursor = cursors.get(page);
  return {
    ...query,
    ...(days && { from: daysAgo(days[0]), to: daysAgo(days[1]) }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** Cursors of the begins of pages. */
export async function findCursors(
  { pool }: Pick<Database, 'pool'>,
  ledgerId: number,
): Promise<ReadonlyMap<PageName, string>> {
  const cursors = new Map<PageName, string>();
  const { rows: counted } = await pool.query<{ all: number }>(
    'SELECT count(*) AS all FROM decisions WHERE ledger_id = $1',
    [ledgerId],
  );
  for (const [page, share] of Object.entries(PAGES) as [PageName, number][]) {
    if (share === 0) continue;
    const before = Math.floor(share * counted[0]!.all);
    const { rows } = await pool.query<{ run_id: number; id: number }>(
      'SELECT run_id, id FROM decisions WHERE ledger_id = $1 ORDER BY run_id DESC, id DESC OFFSET $2 LIMIT 1',
      [ledgerId, before],
    );
    const { run_id, id } = rows[0]!;
    cursors.set(page, encodeCursor([run_id, id]));
  }
  return cursors;
}
