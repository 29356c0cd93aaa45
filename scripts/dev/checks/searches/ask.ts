/** How long an answer took. */
export interface Asked {
  readonly name: string;
  /** For each page, or for each try. */
  readonly milliseconds: readonly number[];
  readonly rows: number;
  readonly pages: number;
}

const TRIES = 5;

/** The most pages that are read of one search. */
const MOST_PAGES = 200;

export interface Page {
  readonly orders?: readonly { readonly order_id: string; readonly skus: readonly string[] }[];
  readonly runs?: readonly { readonly routing_run_id: number; readonly orders_considered: number }[];
  readonly skus?: readonly unknown[];
  readonly next_cursor?: string | null;
}

/** Reads from the account API. Returns the answer, and the milliseconds from the request to its last byte. */
export type GetJson = (path: string, query: Readonly<Record<string, string>>) => Promise<[Page, number]>;

/** Reads the live orders of a token's account. */
export function asker(url: string, token: string): GetJson {
  return async (path, query) => {
    const asked = new URLSearchParams({ environment: 'live', ...query });
    const started = performance.now();
    const response = await fetch(`${url}/account/v1/${path}?${asked}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(page)}`);
    return [page as Page, performance.now() - started];
  };
}

/** Measures other requests of the console, and whole searches page after page. A page that takes too long is repeated once. */
export async function* askAll(get: GetJson, goalMs: number): AsyncGenerator<Asked> {
  const ask = async (path: string, query: Record<string, string> = {}): Promise<Asked> => {
    const milliseconds: number[] = [];
    let rows = 0;
    for (let n = 0; n < TRIES; n++) {
      const [page, ms] = await get(path, query);
      milliseconds.push(ms);
      const listed = page.orders ?? page.skus ?? page.runs;
      rows = Array.isArray(listed) ? listed.length : 1;
    }
    return { name: `${path} ${new URLSearchParams(query)}`.trim(), milliseconds, rows, pages: 1 };
  };
  const askToTheEnd = async (path: string, query: Record<string, string>): Promise<Asked> => {
    const times: number[] = [];
    const late: number[] = [];
    let rows = 0;
    let cursor: string | null | undefined;
    do {
      const askPage = () => get(path, { ...query, ...(cursor && { cursor }) });
      let [page, ms] = await askPage();
      if (ms > goalMs) {
        late.push(ms);
        [page, ms] = await askPage();
      }
      times.push(ms);
      rows += page.orders!.length;
      cursor = page.next_cursor;
    } while (cursor && times.length < MOST_PAGES);
    const total = times.reduce((sum, ms) => sum + ms, 0);
    const again = late.length === 0 ? '' : ` (again after ${late.map((ms) => ms.toFixed(0)).join(', ')} ms)`;
    const name = `${path} ${new URLSearchParams(query)} to the end, ${(total / 1000).toFixed(1)} s, longest page${again}`;
    return { name, milliseconds: [Math.max(...times)], rows, pages: times.length };
  };

  const [{ orders }] = await get('orders', {});
  const { skus } = orders![50]!;
  yield await askToTheEnd('orders', { sku: 'NOT-THERE' });
  yield await askToTheEnd('orders', { zip: '99999', status: 'NONE' });
  for (const period of ['24h', '7d', '30d']) yield await ask('overview', { period, zone: 'America/Chicago' });
  yield await ask('runs');
  yield await ask('runs', { kind: 'managed' });
  yield await ask('runs', { status: 'failed' });
  const [{ runs }] = await get('runs', { kind: 'managed' });
  const { routing_run_id } = runs!.find(({ orders_considered }) => orders_considered === 200_000)!;
  yield await ask(`runs/${routing_run_id}`);
  for (const query of [
    {},
    { status: 'NONE' },
    { status: 'PARTIAL_SPLIT' },
    { zip: '99999' },
    { warehouse_id: 'EWR1' },
  ]) {
    yield await ask(`runs/${routing_run_id}/decisions`, query);
  }
  yield await askToTheEnd(`runs/${routing_run_id}/decisions`, { q: 'not there' });
  yield await ask('inventory');
  yield await ask('inventory', { q: skus[0]!.slice(0, 3) });
  yield await ask(`inventory/${skus[0]}`);
}
