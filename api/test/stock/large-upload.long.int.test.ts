import { afterAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../scripts/demo/random.ts';
import { reconcile } from '../../../shared/operations/reconcile/reconcile.ts';
import { casesOf } from '../../../shared/testing/long.ts';
import type { TestAccount } from '../../../shared/testing/test-account.ts';
import { openTwoProcesses } from './two-processes.ts';

const SITES = ['EWR1', 'ATL1'];
const ROWS = casesOf(500_000, 50_000);
const QUANTITY = 100;
/** SKUs that orders, changes and shipments are about: of the file, and some that it does not hold. */
const BUSY = [
  ...Array.from({ length: 300 }, (_, n) => `S-${n * 7}`),
  ...Array.from({ length: 60 }, (_, n) => `REST-${n}`),
];
const CALLERS = 6;

const processes = await openTwoProcesses();
afterAll(() => processes.close());

/** A file of ROWS rows. With `rest` it also holds the other SKUs. */
function* file(rest: boolean): Generator<string> {
  yield 'sku,warehouse_id,quantity_available\n';
  for (let n = 0; n < ROWS / SITES.length; n++)
    for (const site of SITES) yield `S-${n},${site},${QUANTITY}\n`;
  if (rest)
    for (const sku of BUSY.filter((each) => each.startsWith('REST')))
      for (const site of SITES) yield `${sku},${site},${QUANTITY}\n`;
}
const REST_ROWS = BUSY.filter((each) => each.startsWith('REST')).length * SITES.length;

/** The client's requests, on both processes in turn. */
function callerOf({ keys }: TestAccount) {
  let calls = 0;
  const post = async (url: string, payload: object | string, type = 'application/json') => {
    const answer = await processes.apps[calls++ % 2]!.inject({
      ...{ method: 'POST', url: `/api/v1/${url}`, payload },
      headers: { authorization: `Bearer ${keys.live}`, 'content-type': type },
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const upload = (query: string, rest = false) =>
    post(`inventory/uploads${query}`, [...file(rest)].join(''), 'text/csv');
  return { post, upload };
}

/** Orders, ships and changes until `uploading` is over. Returns the units by what became of them. */
async function workDuring({ post }: ReturnType<typeof callerOf>, uploading: Promise<unknown>) {
  const units = { ordered: 0, shipped: 0, changed: 0 };
  let isOver = false;
  const over = uploading.finally(() => {
    isOver = true;
  });
  const work = async (caller: number) => {
    const random = createRandom(caller + 1);
    for (let nth = 0; !isOver; nth++) {
      const sku = random.pick(BUSY);
      const change = random.chance(0.5) ? random.between(1, 5) : -1;
      const changes = [{ sku, warehouse_id: random.pick(SITES), change }];
      if ((await post('inventory/changes', { changes })).status === 200) units.changed += change;
      const order_id = `o-${caller}-${nth}`;
      const lines = [{ sku: random.pick(BUSY), quantity: random.between(1, 3) }];
      const { status, body } = await post('orders/route', { order_id, destination_zip: '10001', lines });
      expect([status, body.results?.[0]?.status]).toEqual([200, 'FULL']);
      units.ordered += lines[0]!.quantity;
      if (random.chance(0.5)) continue;
      const { shipped_units } = (await post(`orders/${order_id}/shipped`, {})).body;
      units.shipped += shipped_units;
    }
  };
  await Promise.all([over, ...Array.from({ length: CALLERS }, (_, caller) => work(caller))]);
  return units;
}

async function stockOf(ledgerId: number): Promise<object> {
  const { rows } = await processes.db.pool.query(
    `SELECT count(*)::int AS rows, sum(quantity)::int AS quantity,
            sum(CASE WHEN reserved_epoch = stock_epoch THEN reserved ELSE 0 END)::int AS reserved
     FROM inventory i JOIN ledgers l ON l.id = i.ledger_id WHERE i.ledger_id = $1`,
    [ledgerId],
  );
  return rows[0]!;
}

async function aShop() {
  const account = await processes.anAccount();
  const caller = callerOf(account);
  expect((await caller.upload('', true)).body).toMatchObject({ rows_inserted: ROWS + REST_ROWS });
  const { rows } = await processes.db.pool.query<{ now: Date }>(
    'SELECT clock_timestamp() AS now, pg_sleep(0.005)',
  );
  const faults = async () => (await reconcile(processes.db, { client: account.slug })).differences;
  return { account, caller, counted_at: rows[0]!.now.toISOString(), faults };
}

describe(`an upload of ${ROWS} rows, with orders, changes and shipments under way`, () => {
  it('that was counted before them loses nothing of them', async () => {
    const { account, caller, counted_at, faults } = await aShop();
    await processes.db.pool.query('SELECT pg_sleep(0.005)');
    const uploading = caller.upload(`?counted_at=${encodeURIComponent(counted_at)}`);
    const { ordered, shipped, changed } = await workDuring(caller, uploading);
    expect((await uploading).body).toMatchObject({ rows_received: ROWS, rows_stale: 0, rows_below_zero: 0 });
    expect(shipped).toBeGreaterThan(0);
    expect(await stockOf(account.live.ledger_id)).toEqual({
      rows: ROWS + REST_ROWS,
      quantity: (ROWS + REST_ROWS) * QUANTITY + changed - shipped,
      reserved: ordered - shipped,
    });
    expect(await faults()).toEqual([]);
  });

  it('that does not say when it was counted adds up too', async () => {
    const { caller, faults } = await aShop();
    await caller.post('inventory/changes', { changes: [{ sku: 'S-1', warehouse_id: 'EWR1', change: 1 }] });
    const uploading = caller.upload('');
    await workDuring(caller, uploading);
    expect((await uploading).status).toBe(200);
    expect(await faults()).toEqual([]);
  });
});
