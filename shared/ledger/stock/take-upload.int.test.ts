import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { FoundFaults, type OnInvalid } from '../../contracts/intake/found-faults.ts';
import type { InventoryRow } from '../../contracts/inventory.ts';
import type { Principal } from '../../identity/principal.ts';
import { reconcile } from '../../operations/reconcile/reconcile.ts';
import { casesOf } from '../../testing/long.ts';
import {
  anInventoryRow,
  createTwoServices,
  linesOf,
  type RoutingFixture,
} from '../../testing/routing-fixture.ts';
import { afterSnapshots, snapshots, spooled } from '../../testing/snapshots.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { Pairs } from './pairs.ts';
import { takeUpload, tryUpload } from './receive-upload.ts';
import { stockRowsOf } from './stock-store.ts';

/** Each upload changes more SKUs, so it switches to the next version. */
const NONE = 0;

const two = await createTwoServices();
const { db, close } = two;
/** Another process. */
const [service, other] = two.services;

afterAll(() => close());

async function upload(
  by: RoutingFixture,
  principal: Principal,
  rows: readonly Partial<InventoryRow>[],
  fewSkus?: number,
) {
  return takeUpload(
    by.deps,
    principal,
    await spooled(db, principal, rows.map(anInventoryRow)),
    () => [],
    fewSkus,
  );
}

async function stored(ledgerId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `SELECT i.sku || '@' || w.warehouse_id || '=' || i.quantity AS text
     FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE i.ledger_id = $1`,
    [ledgerId],
  );
  return rows.map(({ text }) => text).sort();
}

/** Where stock and reservations of an account contradict each other. */
const contradictions = async (slug: string) => (await reconcile(db, { client: slug })).differences;

/** The number of rows of other versions than the current one. */
async function oldRows(ledgerId: number): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM stock s WHERE s.ledger_id = l.id AND s.version <> l.stock_version)::int
          + (SELECT count(*) FROM skus s WHERE s.ledger_id = l.id AND s.version <> l.stock_version)::int AS n
     FROM ledgers l WHERE l.id = $1`,
    [ledgerId],
  );
  return rows[0]!.n;
}

/** Runs `work` while an upload of five units of A and B waits in the middle of its work. */
async function duringUpload<T>(
  principal: Principal,
  work: (uploading: Promise<unknown>, uploader: number) => Promise<T>,
): Promise<T> {
  const blocker = await db.pool.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE skus IN SHARE MODE'); // others can read, and an upload cannot write values
    const uploading = upload(service, principal, [{ sku: 'A', unit_value: 2 }, { sku: 'B' }], NONE);
    uploading.catch(() => {}); // for `work`
    return await work(uploading, await waiterFor(blocker));
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
}

/** The process id of the connection that waits for a lock of `blocker`. */
async function waiterFor(blocker: pg.PoolClient): Promise<number> {
  const me = (await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
  const waiting = () =>
    db.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))`,
      [me],
    );
  await expect.poll(async () => (await waiting()).rows.length).toBeGreaterThan(0);
  return (await waiting()).rows[0]!.pid;
}

const permutations = <T>(of: readonly T[]): T[][] =>
  of.length === 0
    ? [[]]
    : of.flatMap((first, i) => permutations(of.toSpliced(i, 1)).map((rest) => [first, ...rest]));

describe('an upload under way', () => {
  it('does not hold up orders of its client, which see the stock before it', async () => {
    const { live, slug } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    await duringUpload(live, async () => {
      for (const by of [service, other]) {
        const { run } = await by.route(live, [{ lines: linesOf({ A: 1 }) }]);
        expect(run.full_count).toBe(by === service ? 1 : 0);
      }
    });
    await expect.poll(() => stored(live.ledger_id)).toEqual(['A@EWR1=5', 'B@EWR1=5']);
    expect(await contradictions(slug)).toEqual([]);
  });

  it('counts its pairs as of its switch, not as of its begin', async () => {
    const { live, slug } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    let [begun, uploaded]: [number, Promise<unknown>] = [0, Promise.resolve()];
    await duringUpload(live, async (uploading) => {
      const { rows } = await db.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
      [begun, uploaded] = [rows[0]!.now.getTime(), uploading];
    });
    await uploaded;
    const { rows: keys } = await db.pool.query<{ sku: string; warehouse: number }>(
      'SELECT sku, warehouse_id AS warehouse FROM inventory WHERE ledger_id = $1',
      [live.ledger_id],
    );
    const pairs = await Pairs.read(db.pool, live.ledger_id, stockRowsOf(keys));
    const { rows } = await db.pool.query<{ taken: Date; counted: Date }>(
      `SELECT max(g.created_at) AS taken, max(c.counted_at) AS counted FROM ingest_runs g
       JOIN counted_stock c ON c.ledger_id = g.ledger_id WHERE g.ledger_id = $1`,
      [live.ledger_id],
    );
    const [{ taken, counted }] = rows as [{ taken: Date; counted: Date }];
    expect(taken.getTime()).toBeGreaterThanOrEqual(begun);
    expect(counted).toEqual(taken);
    expect(keys).toHaveLength(2);
    for (const { sku, warehouse } of keys)
      expect(pairs.find(sku, warehouse)?.count.counted_at).toBe(taken.getTime());
    expect(await contradictions(slug)).toEqual([]);
  });

  it('leaves nothing behind when its connection is lost, and the next one succeeds', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 1, unit_value: 1 }]);
    await duringUpload(live, async (uploading, uploader) => {
      await db.pool.query('SELECT pg_terminate_backend($1)', [uploader]);
      await expect(uploading).rejects.toThrow();
    });
    expect(await stored(live.ledger_id)).toEqual(['A@EWR1=1']);
    expect(await oldRows(live.ledger_id)).toBe(0);
    await upload(other, live, [{ sku: 'A', quantity: 3 }], NONE);
    expect(await stored(live.ledger_id)).toEqual(['A@EWR1=3']);
  });
});

describe('a dry run of an upload', () => {
  it('says what the upload then does, and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(snapshots, async (sent) => {
        const { live } = await createTestAccount(db);
        await service.sync(live, [{ sku: 'A', quantity: 3 }]);
        for (const rows of sent) {
          const before = await stored(live.ledger_id);
          const tried = await tryUpload(
            service.deps,
            live,
            await spooled(db, live, rows.map(anInventoryRow)),
          );
          expect(await stored(live.ledger_id)).toEqual(before);
          expect(await oldRows(live.ledger_id)).toBe(0);
          const { ingest_run_id: _, ...taken } = await upload(service, live, rows, NONE);
          expect(tried).toMatchObject({ ...taken, ingest_run_id: null, dry_run: true });
          const { rows: after } = await db.pool.query(
            'SELECT sum(quantity) AS units FROM inventory WHERE ledger_id = $1',
            [live.ledger_id],
          );
          expect(tried.units_then).toBe(Number(after[0].units));
        }
      }),
      { numRuns: casesOf(10) },
    );
  });
});

describe('an upload with a row whose sum is too large', () => {
  const before = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

  /** An upload of a row that is too large with what arrived since, and of another one. */
  async function anUpload(onInvalid: OnInvalid) {
    const { live } = await createTestAccount(db);
    await upload(service, live, [{ sku: 'A' }], NONE);
    await db.pool.query(
      `INSERT INTO stock_entries (ledger_id, sku, warehouse_id, kind, quantity, happened_at, left_at)
       SELECT ledger_id, sku, warehouse_id, 'change', 1, now(), now() FROM inventory WHERE ledger_id = $1`,
      [live.ledger_id],
    );
    const rows = [
      anInventoryRow({ sku: 'B', quantity: 3 }),
      anInventoryRow({ sku: 'A', quantity: 2 ** 31 - 1 }),
    ];
    await db.pool.query(
      `UPDATE stock SET counts = json_build_array(json_build_array(5, 0, 0, 0, 0, null)) WHERE ledger_id = $1`,
      [live.ledger_id],
    );
    const counted_at = before(60);
    return {
      live,
      sent: async () => ({
        ...(await spooled(db, live, rows)),
        counted_at,
        faults: new FoundFaults(onInvalid),
      }),
    };
  }

  it('is refused, and names it', async () => {
    const { live, sent } = await anUpload('reject');
    const faults = [{ path: 'line 1: quantity_available', message: expect.stringContaining('too large') }];
    for (const fewSkus of [NONE, 1000])
      await expect(takeUpload(service.deps, live, await sent(), () => [], fewSkus)).rejects.toMatchObject({
        ...{ code: 'validation_failed', faults },
      });
    await expect(tryUpload(service.deps, live, await sent())).rejects.toMatchObject({ faults });
    expect(await stored(live.ledger_id)).toEqual(['A@EWR1=5']);
  });

  it('is taken without it, whose pair keeps what it has', async () => {
    for (const fewSkus of [NONE, 1000]) {
      const { live, sent } = await anUpload('skip');
      const taken = { rows_received: 1, rows_inserted: 1, fault_count: 1 };
      expect(await tryUpload(service.deps, live, await sent())).toMatchObject({ ...taken, dry_run: true });
      expect(await takeUpload(service.deps, live, await sent(), () => [], fewSkus)).toMatchObject(taken);
      expect(await stored(live.ledger_id)).toEqual(['A@EWR1=5', 'B@EWR1=3']);
    }
  });
});

describe('uploads, small syncs and orders at the same time', () => {
  const way = fc.constantFrom('sync', 'upload in place', 'upload as a version');

  it('leave what some serial order of the syncs leaves, and no unit astray', async () => {
    await fc.assert(
      fc.asyncProperty(
        snapshots,
        fc.array(fc.tuple(way, fc.boolean()), { minLength: 4, maxLength: 4 }),
        fc.nat(4),
        async (sent, ways, orders) => {
          const { live, slug } = await createTestAccount(db);
          const syncs = sent.map(async (rows, i) => {
            const [kind, elsewhere] = ways[i]!;
            const by = elsewhere ? other : service;
            if (kind === 'sync') return by.sync(live, rows);
            return upload(by, live, rows, kind === 'upload in place' ? 1000 : NONE);
          });
          const routed = Array.from({ length: orders }, (_, i) =>
            (i % 2 === 0 ? service : other).route(live, [{ lines: linesOf({ A: 1, B: 1 }) }]),
          );
          const [results] = await Promise.all([Promise.all(syncs), Promise.all(routed)]);
          const stock = await stored(live.ledger_id);
          const counts = results.map(({ rows_received, rows_inserted, rows_updated }) => ({
            rows_received,
            rows_inserted,
            rows_updated,
          }));
          const serial = permutations([...sent.keys()]).map((order) => {
            const after = afterSnapshots(order.map((i) => sent[i]!));
            return { stock: after.stock, counts: sent.map((_, i) => after.counts[order.indexOf(i)]!) };
          });
          expect(serial).toContainEqual({ stock, counts });
          expect(await contradictions(slug)).toEqual([]);
          expect(await oldRows(live.ledger_id)).toBe(0);
          const { rows } = await db.pool.query<{ stock_epoch: number }>(
            'SELECT stock_epoch FROM ledgers WHERE id = $1',
            [live.ledger_id],
          );
          expect(rows[0]!.stock_epoch).toBe(sent.length);
        },
      ),
      { numRuns: casesOf(30) },
    );
  });
});
