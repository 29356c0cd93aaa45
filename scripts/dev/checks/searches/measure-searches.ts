import { loadavg } from 'node:os';
import type { Database } from '../../../../shared/db/database.ts';
import type { GetJson, Page } from './ask.ts';
import { planOf } from './plans.ts';
import { allSearches, findCursors, parametersOf, queriesOf } from './searches.ts';

/** Widths of the columns. The last column, the plan, has the rest of the line. */
const WIDTHS = [5, 58, 15, 9, 9, 5, 7, 10, 7];
const TITLES = ['', 'filter', 'dates', 'page', 'ms', 'found', 'goes on', 'statement', 'blocks', 'its plan'];

/**
 * Measures every search of orders over HTTP. Prints how long its answer took, what it found, and the plan of its longest
 * statement. A search that takes too long is repeated once. Returns whether all answers came in time and no statement
 * read a whole large table.
 */
export async function measureSearches(
  db: Database,
  get: GetJson,
  ledgerId: number,
  goalMs: number,
): Promise<boolean> {
  const [{ orders }] = await get('orders', {});
  const { order_id, skus } = orders![50]!;
  const cursors = await findCursors(db, ledgerId);
  console.log(lineOf(TITLES));
  let all = true;
  for (const search of allSearches(queriesOf(order_id, skus[0]!))) {
    const parameters = parametersOf(search, cursors);
    const { page, times } = await askTwice(() => get('orders', parameters), goalMs);
    const plan = await planOf(db, ledgerId, parameters);
    const holds = times.at(-1)! <= goalMs && plan.scanned.length === 0;
    all &&= holds;
    const cells = [
      holds ? '' : 'FAULT',
      new URLSearchParams(search.query).toString() || '(none)',
      search.dates,
      search.page,
      times.map((ms) => ms.toFixed(0)).join(', '),
      page.orders!.length,
      page.next_cursor ? 'yes' : '',
      `${plan.milliseconds.toFixed(0)} of ${plan.statements}`,
      plan.blocks,
      `${plan.top_node}: ${plan.reads.join(', ')}${plan.scanned.map((table) => `; all of ${table}`).join('')}`,
    ];
    console.log(lineOf(cells.map(String)));
  }
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  return all;
}

/** Asks once, or twice if the first answer took too long or failed. */
async function askTwice(
  ask: () => Promise<[Page, number]>,
  goalMs: number,
): Promise<{ readonly page: Page; readonly times: readonly number[] }> {
  const [first, ms] = await ask().catch(() => [null, Number.POSITIVE_INFINITY] as const);
  if (first !== null && ms <= goalMs) return { page: first, times: [ms] };
  const [page, again] = await ask();
  return { page, times: [ms, again] };
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join(' ');
}
