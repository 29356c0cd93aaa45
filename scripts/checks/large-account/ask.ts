/** How long an answer took. */
export interface Asked {
  readonly name: string;
  /** Of each page, or of each try. */
  readonly milliseconds: readonly number[];
  readonly rows: number;
  readonly pages: number;
}

const TRIES = 5;

/** Pages that are read of a search that goes on: as many as the console would. */
const MOST_PAGES = 200;

interface Page {
  readonly orders?: readonly { readonly order_id: string; readonly skus: readonly string[] }[];
  readonly runs?: readonly { readonly routing_run_id: number; readonly orders_considered: number }[];
  readonly next_cursor?: string | null;
}

/** Asks the account API for what the console shows, and measures each answer from the request to its last byte. */
export async function* askAll(url: string, token: string): AsyncGenerator<Asked> {
  const get = async (path: string, query: Record<string, string>): Promise<[Page, number]> => {
    const asked = new URLSearchParams({ environment: 'live', ...query });
    const started = performance.now();
    const response = await fetch(`${url}/account/v1/${path}?${asked}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(page)}`);
    return [page as Page, performance.now() - started];
  };
  const ask = async (path: string, query: Record<string, string> = {}): Promise<Asked> => {
    const milliseconds: number[] = [];
    let rows = 0;
    for (let n = 0; n < TRIES; n++) {
      const [page, ms] = await get(path, query);
      milliseconds.push(ms);
      rows = (page.orders ?? page.runs ?? []).length;
    }
    return { name: `${path} ${new URLSearchParams(query)}`.trim(), milliseconds, rows, pages: 1 };
  };
  const askToTheEnd = async (path: string, query: Record<string, string>): Promise<Asked> => {
    const times: number[] = [];
    let rows = 0;
    let cursor: string | null | undefined;
    do {
      const [page, ms] = await get(path, { ...query, ...(cursor && { cursor }) });
      times.push(ms);
      rows += page.orders!.length;
      cursor = page.next_cursor;
    } while (cursor && times.length < MOST_PAGES);
    const total = times.reduce((sum, ms) => sum + ms, 0);
    const name = `${path} ${new URLSearchParams(query)} to the end, ${(total / 1000).toFixed(1)} s, longest page`;
    return { name, milliseconds: [Math.max(...times)], rows, pages: times.length };
  };

  const [{ orders }] = await get('orders', {});
  const { order_id, skus } = orders![50]!;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  for (const query of [
    {},
    { order_id },
    { q: order_id },
    { q: 'DEMO-0099' },
    { q: 'not there' },
    { sku: skus[0]! },
    { sku: 'NOT-THERE' },
    { zip: '10001' },
    { zip: '99999' },
    { status: 'NONE' },
    { status: 'PARTIAL_SPLIT' },
    { warned: 'true' },
    { reason: 'invalid_destination_zip' },
    { warehouse_id: 'EWR1' },
    { warehouse_id: 'EWR1', status: 'SPLIT', zip: '9', sku: skus[0]! },
    { from: daysAgo(3), to: daysAgo(2), status: 'NONE' },
    { from: daysAgo(12), to: daysAgo(11) },
  ]) {
    yield await ask('orders', query);
  }
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
