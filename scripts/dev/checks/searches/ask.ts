export interface Page {
  readonly orders?: readonly { readonly order_id: string; readonly skus: readonly string[] }[];
  readonly runs?: readonly { readonly routing_run_id: number; readonly orders_considered: number }[];
  readonly next_cursor?: string | null;
}

/** Reads from the account API. Returns the answer, and the milliseconds from the request to its last byte. */
export type GetJson = (
  path: string,
  query?: Readonly<Record<string, string>>,
) => Promise<readonly [Page, number]>;

/** Reads the live orders of a token's account. */
export function asker(url: string, token: string): GetJson {
  return async (path, query = {}) => {
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

/** Other requests of the console's pages. */
export async function* otherRequests(
  get: GetJson,
): AsyncGenerator<readonly [path: string, query: Readonly<Record<string, string>>]> {
  for (const period of ['24h', '7d', '30d']) yield ['overview', { period, zone: 'America/Chicago' }];
  for (const query of [{}, { kind: 'managed' }, { status: 'failed' }]) yield ['runs', query];
  const [{ runs }] = await get('runs', { kind: 'managed' });
  const run = `runs/${runs!.find(({ orders_considered }) => orders_considered === 200_000)!.routing_run_id}`;
  yield [run, {}];
  for (const query of [
    {},
    { status: 'NONE' },
    { zip: '99999' },
    { warehouse_id: 'EWR1' },
    { q: 'not there' },
  ])
    yield [`${run}/decisions`, query];
  const [{ orders }] = await get('orders');
  const sku = orders![50]!.skus[0]!;
  for (const query of [{}, { q: sku.slice(0, 3) }]) yield ['inventory', query];
  yield [`inventory/${sku}`, {}];
}
