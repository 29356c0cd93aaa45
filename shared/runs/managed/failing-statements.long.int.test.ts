import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { rerouteRunRequest } from '../../contracts/reroute-run.ts';
import { openDatabase } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUnavailable } from '../../foundation/errors/is-unavailable.ts';
import type { Principal } from '../../identity/principal.ts';
import { startRerouteRun } from '../../ledger/reroute-run.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import {
  anOrder,
  createRoutingFixture,
  openRoutingFixture,
  type RoutingFixture,
} from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { workOn } from '../../testing/work-ledger.ts';
import { loadManagedRun } from './managed-run.ts';
import { planAllocation } from './plan-allocation.ts';
import { scoreChunk } from './score-chunk.ts';

/** Makes a statement of a pool fail. */
interface FailingStatements {
  /**
   * Does `work` while the statement of this number fails with an SQLSTATE, counted from 0. Returns the statement and what
   * `work` threw; null: it has fewer statements.
   */
  during(
    work: () => Promise<unknown>,
    nth: number,
    sqlstate: string,
  ): Promise<{ readonly statement: string; readonly thrown: unknown } | null>;
}

/** BEGIN and ROLLBACK do not fail on the server. */
const NEVER_FAILS = /^(BEGIN|ROLLBACK)/;

/**
 * Statements of a new pool that fail on the server, as a full disk, a deadlock, a time-out or a trigger lets them fail:
 * the transaction has failed with them.
 */
function failingStatements(pool: pg.Pool): FailingStatements {
  let left = Number.POSITIVE_INFINITY;
  let state = '';
  let failed: string | null = null;
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((statement: string | pg.QueryConfig, ...rest: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (NEVER_FAILS.test(text) || left-- !== 0) return send(statement, ...rest);
      failed = text;
      const raise = `DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${state}'; END $$`;
      return send(raise, ...rest.filter((each) => typeof each === 'function'));
    }) as typeof client.query;
  });
  return {
    async during(work, nth, sqlstate) {
      [left, state, failed] = [nth, sqlstate, null];
      const thrown: unknown = await work().then(
        () => null,
        (error) => error,
      );
      left = Number.POSITIVE_INFINITY;
      return failed === null ? null : { statement: failed, thrown };
    },
  };
}

const service = await createRoutingFixture();
const db = openDatabase(service.deps.db.url);
const statements = failingStatements(db.pool);
/** The same on the same database, but statements fail. */
const failing = openRoutingFixture(db);

afterAll(async () => {
  await failing.close();
  await service.close();
});

/** A disk that is full, a deadlock, a time-out, and a fault of the work itself. */
const SQLSTATES = ['53100', '40P01', '57014', 'P0001'];

/** They compete for two units. Each is an allocation batch. */
const orders = () => Array.from({ length: 4 }, (_, i) => anOrder({ is_vip: i === 0 }));

async function sentRun(owner: Principal): Promise<number> {
  const sent = orders();
  await service.sync(owner, [{ sku: 'A', quantity: 2 }]);
  await service.route(owner, sent.slice(0, 1)); // the run replaces its reservation
  return createAcceptedRun(service.deps.db, owner, sent, sent.length);
}

async function runOverStoredOrders(owner: Principal): Promise<number> {
  const { run } = await service.route(owner, orders());
  await service.sync(owner, [{ sku: 'A', quantity: 2 }]);
  const request = rerouteRunRequest.parse({
    statuses: ['FULL', 'NONE'],
    routing_run_id: run.routing_run_id,
  });
  return inTransaction(service.deps.db.pool, (tx) => startRerouteRun(tx, owner, request));
}

/** Works on a run to its end. */
async function work({ deps }: RoutingFixture, runId: number): Promise<void> {
  for (;;) {
    const run = await loadManagedRun(deps.db.pool, runId);
    if (run?.phase === 'done') return;
    if (run?.phase === 'scoring' && run.orders_total > 0) {
      await scoreChunk(deps, runId, 0);
      await planAllocation(deps.db, runId, 1);
    } else {
      await workOn(deps, runId);
    }
  }
}

/** A pass reads further batches while it decides. If it ends before it needs them, nobody misses them. */
const READS_AHEAD = /FROM allocation_batches b/;

const VARIANT_A = {
  warehouses: [
    { warehouse_id: 'EWR1', zip: '08837', priority: 1, capacity: { shipments_per_day: 1_000_000 } },
  ],
  webhooks: [{ url: 'https://example.com/hook', events: ['run.completed' as const] }],
};
const VARIANT_B = { client: { contract_variant: 'B' as const } };
const ROUTING_ONLY = { settings: { use_inventory_availability: false } };

describe('of a managed run, the failure of each statement', () => {
  it.each([
    ['of Variant A', VARIANT_A, sentRun, SQLSTATES],
    ['of Variant A over stored orders', VARIANT_A, runOverStoredOrders, ['53100']],
    ['of Variant B', VARIANT_B, sentRun, ['53100']],
    ['that only routes', ROUTING_ONLY, sentRun, ['53100']],
  ] as const)('is the one that is thrown, in a run %s', async (_, account, makeRun, sqlstates) => {
    const { live } = await createTestAccount(service.deps.db, account);
    for (const sqlstate of sqlstates) {
      for (let nth = 0; ; nth += 1) {
        const runId = await makeRun(live);
        const failure = await statements.during(() => work(failing, runId), nth, sqlstate);
        await work(service, runId);
        expect((await loadManagedRun(service.deps.db.pool, runId))!.status).toBe('completed');
        if (failure === null) break;
        const { statement, thrown } = failure;
        if (thrown === null && READS_AHEAD.test(statement)) continue;
        expect({ statement, thrown }).toMatchObject({ statement, thrown: { code: sqlstate } });
        expect(isUnavailable(thrown)).toBe(sqlstate !== 'P0001');
      }
    }
  });
});
