import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../identity/principal.ts';
import { SESSION_SECONDS, startSession } from '../../identity/sessions.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createRoutingFixture, linesOf } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { countRows } from '../../testing/test-database.ts';
import { workRun } from '../../testing/work-run.ts';
import { readPairHistory } from '../insight/pair-history.ts';
import { prune, type Retention } from './prune.ts';
import { pruneDaily, withPruneLock } from './prune-daily.ts';
import { pruneStockLog } from './prune-stock-log.ts';

const DAYS = 30;
const RUNS: Retention = { retentionDays: DAYS, auditRetentionDays: null, stockLogDays: 30 };
const KEPT: Retention = { retentionDays: null, auditRetentionDays: null, stockLogDays: 30 };

const service = await createRoutingFixture();
const db = service.deps.db;
afterAll(() => service.close());

/** How many rows pruning removes, by kind, or would remove with `dryRun`. */
async function pruned(dryRun = false, retention = RUNS): Promise<Record<string, number>> {
  const kinds = await prune(db, retention, { dryRun });
  return Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]));
}

async function makeOld(runId: number, days: number): Promise<void> {
  await db.pool.query('UPDATE runs SET created_at = now() - make_interval(days => $2) WHERE id = $1', [
    runId,
    days,
  ]);
}

/** Counts a ledger's runs, orders and decisions, and its client's usage. */
async function left({ ledger_id, client_id }: Principal) {
  const { rows } = await db.pool.query(
    `SELECT (SELECT count(*)::int FROM runs WHERE ledger_id = $1) AS runs,
            (SELECT count(*)::int FROM orders WHERE ledger_id = $1) AS orders,
            (SELECT count(*)::int FROM decisions WHERE ledger_id = $1) AS decisions,
            (SELECT count(*)::int FROM run_chunks c JOIN runs r ON r.id = c.run_id WHERE ledger_id = $1) AS chunks,
            (SELECT coalesce(sum(routed_orders), 0)::int FROM usage WHERE client_id = $2) AS usage`,
    [ledger_id, client_id],
  );
  return rows[0];
}

const completeSince = async ({ ledger_id }: Principal) =>
  (await db.prisma.ledger.findUniqueOrThrow({ where: { id: ledger_id } })).complete_since;

describe('what has lapsed', () => {
  it('is removed, is counted the same by a dry run, and the rest stays', async () => {
    const { live, client_id } = await createTestAccount(db);
    await pruned();
    const user = await db.prisma.user.create({
      data: { email: 'op@example.com', is_operator: true, password_hash: 'none' },
    });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await startSession(db, user, new Date(anHourAgo.getTime() - SESSION_SECONDS * 1000));
    await startSession(db, user, anHourAgo);
    const reset = {
      kind: 'reset',
      email: user.email,
      user_id: user.id,
      token_hash: Buffer.from('reset'),
    } as const;
    await db.prisma.link.create({ data: { ...reset, expires_at: anHourAgo } });
    const visit = { client_id, purpose: 'sign_in', return_to: '/' };
    await db.prisma.ssoAttempt.createMany({
      data: [anHourAgo, new Date(Date.now() + 60_000)].map((expires_at, n) => ({
        ...visit,
        cookie_hash: Buffer.from([n]),
        expires_at,
      })),
    });
    await db.pool.query(
      `INSERT INTO links (kind, client_id, email, role, token_hash, expires_at)
       SELECT 'invitation', $1, days || '@example.com', 'member', days::text::bytea, now() - make_interval(days => days)
       FROM unnest(ARRAY[-1, 29, 31]) AS days`,
      [client_id],
    );
    await db.pool.query(
      `INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash, created_at)
       SELECT $1, 'key ' || hours, '', '', now() - make_interval(hours => hours) FROM unnest(ARRAY[0, 23, 25, 99]) hours`,
      [live.ledger_id],
    );
    await db.pool.query(
      `INSERT INTO lane_cache (provider, client_id, origin_zip, destination_zip, source, resolved_at)
       SELECT 'http:1:x', $1, '0000' || days % 5, '00000', 'x', now() - make_interval(days => days)
       FROM unnest(ARRAY[1, 27, 29]) days`,
      [client_id],
    );
    await db.pool.query(
      `INSERT INTO sign_in_attempts VALUES ('old', 3, 1), ('new', 3, extract(epoch FROM now()) * 1000 + 60000)`,
    );
    await db.pool.query(
      `INSERT INTO service_minutes (minute, latencies, memory_bytes)
       SELECT now() - make_interval(hours => hours), '{}', 0 FROM unnest(ARRAY[1, 47, 49]) hours`,
    );
    await db.pool.query(
      `INSERT INTO decision_hours SELECT $1, now() - make_interval(days => days), 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}'
       FROM unnest(ARRAY[1, 399, 401, 500]) days`,
      [live.ledger_id],
    );
    for (const [table, columns, values] of [
      ['places_taken', 'taken', '1'],
      ['held_places', 'order_id', "'A'"],
    ]) {
      await db.pool.query(
        `INSERT INTO ${table} (ledger_id, warehouse_id, day, ${columns})
         SELECT $1, 1, now()::date - days, ${values} FROM unnest(ARRAY[1, 399, 401, 500]) days`,
        [live.ledger_id],
      );
    }
    await db.pool.query(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (client_id, url, events, secret) VALUES ($1, 'https://a.example', '{}', 'x') RETURNING id
       )
       INSERT INTO webhook_deliveries (endpoint_id, client_id, type, created_at)
       SELECT id, $1, 'webhook.test', now() - make_interval(days => days) FROM endpoint, unnest(ARRAY[29, 31]) days`,
      [client_id],
    );
    // A draft that an old what-if has, one of a younger what-if, and one that was applied.
    await db.pool.query(
      `WITH drafts AS (
         INSERT INTO configurations (client_id, digest, settings, is_draft, created_at)
         SELECT $1, name, '', true, now() - interval '40 days' FROM unnest(ARRAY['old', 'young', 'applied']) AS name
         RETURNING id, digest
       ), activated AS (
         INSERT INTO activations (client_id, configuration_id) SELECT $1, id FROM drafts WHERE digest = 'applied'
       ), what_ifs AS (
         INSERT INTO what_ifs (ledger_id, requested_by, draft, configuration_id, draft_configuration_id, finished_at)
         SELECT $2, '', '{}', $3, id, now() - make_interval(days => CASE digest WHEN 'old' THEN 31 ELSE 29 END)
         FROM drafts WHERE digest <> 'applied' RETURNING id
       )
       INSERT INTO what_if_orders (what_if_id, ledger_id, id, order_id, changed) SELECT id, $2, 1, 'A', true FROM what_ifs`,
      [live.client_id, live.ledger_id, live.configuration_id],
    );
    await db.pool.query(
      `INSERT INTO configuration_parts (client_id, digest, body, used_at)
       SELECT $1, days::text, '[]', now() - make_interval(days => days) FROM unnest(ARRAY[0, 2]) AS days`,
      [live.client_id],
    );
    await db.pool.query(
      `UPDATE configuration_parts SET used_at = now() - interval '2 days' WHERE digest <> '0'`,
    );
    const expected = {
      'idempotency keys': 2,
      'ended sessions': 1,
      'sign-ins that ended at a provider': 1,
      'ended links to a new password': 1,
      'invitations that ended': 1,
      'lapsed lanes': 1,
      'sign-in attempts': 1,
      'minutes of the service': 1,
      'hours of counted decisions': 2,
      'places that orders held': 2,
      'days of taken places': 2,
      'webhook deliveries': 1,
      'orders of old what-ifs': 1,
      'old what-ifs': 1,
      'drafts that no what-if has': 1,
      'parts that no configuration has': 1,
    };
    expect(await pruned(true, KEPT)).toEqual(expected);
    expect(await pruned(false, KEPT)).toEqual(expected);
    expect(Object.values(await pruned(false, KEPT))).toEqual(Object.keys(expected).map(() => 0));
    expect(await countRows(db, 'idempotency_keys')).toBe(2);
    expect(await db.prisma.session.count()).toBe(1);
    expect(await countRows(db, 'what_if_orders')).toBe(1);
    expect(await db.prisma.configuration.count({ where: { is_draft: true } })).toBe(2);
    expect(await db.prisma.laneCache.count()).toBe(2);
  });

  it('includes stock of versions that an upload left when its process ended', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', unit_value: 1 }]);
    for (const table of ['ledgers SET stock_', 'stock SET ', 'skus SET ']) {
      const key = table.startsWith('ledgers') ? 'id' : 'ledger_id';
      await db.pool.query(`UPDATE ${table}version = 7 WHERE ${key} = $1`, [live.ledger_id]);
    }
    await db.pool.query(
      `WITH old AS (
         INSERT INTO stock (ledger_id, version, sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, counts)
         SELECT ledger_id, 5, sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, counts FROM stock WHERE ledger_id = $1
       )
       INSERT INTO skus (ledger_id, version, sku) SELECT ledger_id, 5, sku FROM skus WHERE ledger_id = $1`,
      [live.ledger_id],
    );
    await pruned();
    for (const table of ['stock', 'skus'])
      expect(await countRows(db, `${table} WHERE ledger_id = $1`, live.ledger_id)).toBe(1);
  });
});

describe('runs that are older than the retention_days of their account', () => {
  it('are removed whatever the service keeps, and those of other accounts only by RETENTION_DAYS', async () => {
    const { live: short } = await createTestAccount(db, { settings: { retention_days: 5 } });
    const { live: usual } = await createTestAccount(db);
    for (const live of [short, usual]) {
      for (const days of [1, 10, DAYS + 1]) {
        const { run } = await service.route(live, [{ lines: linesOf({ NONE: 1 }) }]);
        await makeOld(run.routing_run_id!, days);
      }
    }
    const runs = async () => [(await left(short)).runs, (await left(usual)).runs];
    await pruned(false, KEPT);
    expect(await runs()).toEqual([1, 3]);
    await pruned(false, RUNS);
    expect(await runs()).toEqual([1, 2]);
  });
});

describe('runs that are older than RETENTION_DAYS', () => {
  const step = fc.oneof(
    { weight: 1, arbitrary: fc.constant('sync' as const) },
    { weight: 3, arbitrary: fc.record({ orders: fc.integer({ min: 1, max: 3 }), days: fc.nat(2 * DAYS) }) },
  );

  it('are removed with their orders and decisions, except orders whose reservation is active, and usage', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await pruned(); // what the round before left
        const { live } = await createTestAccount(db);
        let routed: { orders: number; old: boolean; active: boolean }[] = [];
        await service.sync(live, [{ sku: 'A', quantity: 100 }]);
        for (const what of steps) {
          if (what === 'sync') {
            await service.sync(live, [{ sku: 'B' }]);
            routed = routed.map((run) => ({ ...run, active: false }));
            continue;
          }
          const { run } = await service.route(live, Array(what.orders).fill({ lines: linesOf({ A: 1 }) }));
          await makeOld(run.routing_run_id!, what.days);
          routed.push({ orders: what.orders, old: what.days >= DAYS, active: true });
        }
        const sum = (runs: typeof routed) => runs.reduce((units, { orders }) => units + orders, 0);
        const gone = routed.filter(({ old, active }) => old && !active);
        const kept = routed.filter((run) => !gone.includes(run));
        const expected = {
          runs: gone.length,
          'orders with their decisions': sum(gone),
          'old orders kept: their reservation is active': sum(kept.filter(({ old }) => old)),
        };
        const before = await left(live);
        expect(await pruned(true)).toMatchObject(expected);
        expect(await left(live)).toEqual(before);
        expect(await completeSince(live)).toBeNull();
        expect(await pruned()).toMatchObject(expected);
        expect(await left(live)).toEqual({
          runs: kept.length,
          chunks: kept.length,
          orders: sum(kept),
          decisions: sum(kept),
          usage: before.usage,
        });
        expect((await completeSince(live)) !== null).toBe(routed.some(({ old }) => old));
        await service.sync(live, [{ sku: 'B' }]);
        await pruned();
        const young = routed.filter(({ old }) => !old);
        expect(await left(live)).toMatchObject({ runs: young.length, orders: sum(young) });
      }),
      { numRuns: casesOf(25) },
    );
  });

  it('may have many chunks of many orders, with faults and no keys that live', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 2000 }]);
    const orders = Array.from({ length: 1700 }, () => anOrder());
    const runId = await createAcceptedRun(db, live, orders, 800);
    await workRun(service.deps, runId);
    await db.pool.query(`INSERT INTO run_faults (run_id, fault, path, message) VALUES ($1, 0, 'p', 'm')`, [
      runId,
    ]);
    await makeOld(runId, DAYS + 1);
    expect(await pruned()).toMatchObject({ runs: 0, 'old orders kept: their reservation is active': 1700 });
    await service.sync(live, [{ sku: 'A', quantity: 2000 }]);
    expect(await pruned()).toMatchObject({ runs: 1, 'orders with their decisions': 1700 });
    expect(await left(live)).toMatchObject({ runs: 0, orders: 0, decisions: 0, chunks: 0 });
    expect(await countRows(db, 'run_faults WHERE run_id = $1', runId)).toBe(0);
  });

  it('stay while they are at work, and are given up where they failed', async () => {
    const { live } = await createTestAccount(db, { client: { contract_variant: 'B' } });
    const [working, failed] = [
      await createAcceptedRun(db, live, [anOrder()], 1),
      await createAcceptedRun(db, live, [anOrder()], 1),
    ];
    await db.pool.query(`UPDATE runs SET status = 'failed', failure = 'it did' WHERE id = $1`, [failed]);
    for (const runId of [working, failed]) await makeOld(runId, DAYS + 1);
    expect(await pruned()).toMatchObject({ runs: 1, 'orders with their decisions': 1 });
    expect(await left(live)).toMatchObject({ runs: 1 });
    expect(await countRows(db, 'runs WHERE id = $1', working)).toBe(1);
    await db.pool.query('DELETE FROM runs WHERE id = $1', [working]);
  });
});

describe('entries of the audit log', () => {
  it('of a configuration are removed, and the configuration stays in the history', async () => {
    const { client_id } = await createTestAccount(db);
    await db.pool.query("UPDATE audit_entries SET at = now() - interval '99 days' WHERE client_id = $1", [
      client_id,
    ]);
    await pruned(false, { ...KEPT, auditRetentionDays: DAYS });
    expect(await db.prisma.activation.findMany({ where: { client_id } })).toMatchObject([{ audit_id: null }]);
  });
});

describe('pruning', () => {
  it('is done by one process at a time', async () => {
    await withPruneLock(db, async () => {
      expect(await withPruneLock(db, async () => 'both')).toBeNull();
    });
    expect(await withPruneLock(db, async () => 'after')).toBe('after');
  });

  it('is due once a day for all processes', async () => {
    await db.pool.query('TRUNCATE daily_tasks');
    const rounds = await Promise.all([1, 2, 3].map(() => pruneDaily(db, KEPT)));
    expect(rounds.filter((round) => round !== null)).toHaveLength(1);
    expect(await pruneDaily(db, KEPT)).toBeNull();
    await db.pool.query(`UPDATE daily_tasks SET done_at = done_at - interval '25 hours'`);
    expect(await pruneDaily(db, KEPT, AbortSignal.abort())).not.toBeNull();
    expect(await pruneDaily(db, KEPT)).not.toBeNull(); // the one before was not finished
  });
});

it('removes reservations that have ended from the history of a pair when they are older than the log of stock', async () => {
  const { live } = await createTestAccount(db);
  await service.sync(live, [{ sku: 'A', quantity: 5 }]);
  await service.route(live, [anOrder()]);
  await service.sync(live, [{ sku: 'A', quantity: 4 }]);
  const ask = { sku: 'A', warehouse_id: 'EWR1', limit: 10 };
  const reservations = async () => {
    const { entries } = await readPairHistory(db, live, ask);
    return entries.filter(({ kind }) => kind === 'reservation').length;
  };
  const days = (n: number) => new Date(Date.now() + n * 86_400_000);
  await pruneStockLog(db, days(-1));
  expect(await reservations()).toBe(1);
  await pruneStockLog(db, days(1));
  expect(await reservations()).toBe(0);
});
