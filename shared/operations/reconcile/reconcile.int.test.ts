import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../foundation/errors/app-error.ts';
import { releaseOrder } from '../../ledger/correct-order.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder, createTwoServices, linesOf } from '../../testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../testing/test-account.ts';
import { workRun } from '../../testing/work-run.ts';
import { CHECKS } from './checks.ts';
import { NAMED_DIFFERENCES, reconcile } from './reconcile.ts';
import { repair } from './repair.ts';

const { db, services, close } = await createTwoServices();
afterAll(() => close());

let account: TestAccount;
/** Runs of the account: the three single orders, and the managed run. */
let runs: readonly { readonly id: number; readonly first_id: number }[];

/**
 * An account with stock, two single orders that reserve units, one that was released, and a managed run of three
 * orders.
 */
beforeEach(async () => {
  account = await createTestAccount(db);
  const { live } = account;
  await services[0].sync(live, [
    { sku: 'A', warehouse_id: 'EWR1', quantity: 10 },
    { sku: 'B', warehouse_id: 'ATL1', quantity: 10 },
  ]);
  await services[0].route(live, [anOrder({ order_id: 'one', lines: linesOf({ A: 2 }) })]);
  await services[1].route(live, [anOrder({ order_id: 'two', lines: linesOf({ A: 1, B: 3 }) })]);
  await services[0].route(live, [anOrder({ order_id: 'three', lines: linesOf({ A: 7 }) })]);
  await releaseOrder(services[0].deps, live, { order_id: 'three', idempotency: null, dry_run: false });
  const managed = Array.from({ length: 3 }, (_, n) =>
    anOrder({ order_id: `run-${n}`, lines: linesOf({ A: 1 }) }),
  );
  const runId = await createAcceptedRun(db, live, managed, 2);
  await db.pool.query('UPDATE runs SET usage_day = current_date WHERE id = $1', [runId]);
  await db.pool.query('UPDATE usage SET routed_orders = routed_orders + 3 WHERE client_id = $1', [
    live.client_id,
  ]);
  await workRun(services[0].deps, runId);
  const { rows } = await db.pool.query(
    `SELECT r.id, min(c.first_id) AS first_id FROM runs r JOIN run_chunks c ON c.run_id = r.id WHERE r.client_id = $1
     GROUP BY r.id ORDER BY r.id`,
    [live.client_id],
  );
  runs = rows;
});

const check = () => reconcile(db, { client: account.slug });

/** The differences of the account: check, what, expected and found. */
async function differences() {
  const found = await check();
  expect(found.differences_total).toBe(found.differences.length);
  return found.differences.map(({ check: name, what, expected, found: value }) => [
    name,
    what,
    expected,
    value,
  ]);
}

const change = (text: string, ...values: unknown[]) => db.pool.query(text, values);

/** A fault in the data, and the differences that are found. */
const PLANTED: readonly {
  readonly check: string;
  readonly plant: () => Promise<unknown>;
  readonly found: () => readonly (readonly unknown[])[];
  /** What is found after a repair. By default the same as before. */
  readonly left?: readonly unknown[];
}[] = [
  {
    check: 'reserved_units',
    plant: () =>
      change(
        `UPDATE stock SET free = ARRAY[free[1] + 2], reserved = ARRAY[reserved[1] - 2] WHERE ledger_id = $1 AND sku = 'A'`,
        account.live.ledger_id,
      ),
    found: () => [['reserved_units', 'reserved units of A at EWR1', 6, 4]],
    left: [],
  },
  {
    check: 'reserved_units',
    // The decisions on "one" and "two" reserve units that the stock does not have.
    plant: () => change(`DELETE FROM stock WHERE ledger_id = $1 AND sku = 'B'`, account.live.ledger_id),
    found: () => [['reserved_units', 'reserved units of B at ATL1', 3, 0]],
  },
  {
    check: 'oversold_units',
    plant: async () => {
      await change('ALTER TABLE stock DROP CONSTRAINT stock_never_oversold');
      await change(
        `UPDATE stock SET free = ARRAY[-1], counts = '[[2, 0, null, 0, 0, null]]' WHERE ledger_id = $1 AND sku = 'B'`,
        account.live.ledger_id,
      );
    },
    found: () => [['oversold_units', 'free units of B at ATL1', 0, -1]],
  },
  {
    check: 'counted_quantities',
    plant: () =>
      change(
        `UPDATE stock SET counts = '[[7, 0, 0, 0, 0]]' WHERE ledger_id = $1 AND sku = 'B'`,
        account.live.ledger_id,
      ),
    found: () => [['counted_quantities', 'units of B at ATL1', 7, 10]],
  },
  {
    check: 'one_reservation_an_order',
    plant: () => change(`UPDATE orders SET order_id = 'one' WHERE id = $1`, runs[1]!.first_id),
    found: () => [
      ['one_reservation_an_order', 'decisions with reserved units of order one', 1, 2],
      ['one_latest_decision_an_order', 'latest decisions of order one', 1, 2],
    ],
  },
  {
    check: 'one_latest_decision_an_order',
    plant: () => change(`UPDATE decisions SET state = 'replaced' WHERE id = $1`, runs[2]!.first_id),
    found: () => [['one_latest_decision_an_order', 'latest decisions of order three', 1, 0]],
  },
  {
    check: 'no_units_of_ended_orders',
    plant: () => change(`UPDATE decisions SET state = 'left' WHERE id = $1`, runs[1]!.first_id),
    found: () => [['no_units_of_ended_orders', `decision ${runs[1]!.first_id}, which is left`, null, 1]],
  },
  {
    check: 'stock_epochs',
    plant: () =>
      change(
        `UPDATE stock SET reserved_epoch = 7, free = '{10}', reserved = '{0}' WHERE ledger_id = $1 AND sku = 'B'`,
        account.live.ledger_id,
      ),
    found: () => [
      ['reserved_units', 'reserved units of B at ATL1', 3, 0],
      ['stock_epochs', 'stock epoch of SKU B', 1, 7],
    ],
    left: [],
  },
  {
    check: 'run_counts',
    plant: () =>
      change(
        'UPDATE runs SET full_count = full_count - 1, none_count = none_count + 1 WHERE id = $1',
        runs[3]!.id,
      ),
    found: () => [
      ['run_counts', `full_count of run ${runs[3]!.id}`, 3, 2],
      ['run_counts', `none_count of run ${runs[3]!.id}`, 0, 1],
    ],
    left: [],
  },
  {
    check: 'completed_runs',
    plant: () => change('UPDATE runs SET orders_total = 2 WHERE id = $1', runs[0]!.id),
    found: () => [
      ['completed_runs', `orders_routed of the completed run ${runs[0]!.id}`, 2, 1],
      ['run_chunks', `orders in the chunks of run ${runs[0]!.id}`, 2, 1],
    ],
  },
  {
    check: 'run_chunks',
    plant: () => change('UPDATE runs SET orders_scored = 2 WHERE id = $1', runs[3]!.id),
    found: () => [['run_chunks', `orders in scored chunks of run ${runs[3]!.id}`, 2, 3]],
  },
  {
    check: 'chunk_ranges',
    plant: () =>
      change('UPDATE run_chunks SET first_id = $2 WHERE run_id = $1', runs[1]!.id, runs[0]!.first_id),
    found: () => [
      [
        'chunk_ranges',
        `first order of chunk 0 of run ${runs[1]!.id}`,
        runs[0]!.first_id + 1,
        runs[0]!.first_id,
      ],
      ['orders_and_decisions', `decisions of another run on orders of run ${runs[1]!.id}`, 0, 1],
      ['orders_and_decisions', `orders in no chunk of run ${runs[1]!.id}`, 0, 1],
    ],
  },
  {
    check: 'orders_and_decisions',
    plant: () => change('DELETE FROM decisions WHERE id = $1', runs[2]!.first_id),
    found: () => [
      ['run_counts', `full_count of run ${runs[2]!.id}`, 0, 1],
      ['run_counts', `orders_routed of run ${runs[2]!.id}`, 0, 1],
      ['orders_and_decisions', `orders without a decision of run ${runs[2]!.id}`, 0, 1],
      ['decision_hours', 'FULL decisions counted by hour', 4, 5],
    ],
    // The repair corrects the count. The lost decision is still found.
    left: [
      ['completed_runs', 1, 0],
      ['orders_and_decisions', 0, 1],
      ['usage', 5, 6],
      ['decision_hours', 4, 5],
    ],
  },
  {
    check: 'orders_and_decisions',
    plant: () => change('DELETE FROM orders WHERE id = $1', runs[2]!.first_id),
    found: () => [['orders_and_decisions', `decisions without an order of run ${runs[2]!.id}`, 0, 1]],
  },
  {
    check: 'orders_and_decisions',
    plant: () => change('DELETE FROM run_chunks WHERE run_id = ANY($1)', [runs[2]!.id]),
    found: () => [
      ['run_chunks', `orders in the chunks of run ${runs[2]!.id}`, 1, 0],
      ['orders_and_decisions', `orders in no chunk of run ${runs[2]!.id}`, 0, 1],
    ],
  },
  {
    check: 'usage',
    plant: () =>
      change('UPDATE usage SET routed_orders = routed_orders - 1 WHERE client_id = $1', account.client_id),
    found: () => [['usage', 'routed orders in usage', 6, 5]],
  },
  {
    check: 'decision_hours',
    plant: () =>
      change(
        'UPDATE decision_hours SET full_count = full_count + 1 WHERE ledger_id = $1',
        account.live.ledger_id,
      ),
    found: () => [['decision_hours', 'FULL decisions counted by hour', 5, 6]],
  },
  {
    check: 'taken_places',
    plant: () =>
      change(
        `INSERT INTO places_taken (ledger_id, warehouse_id, day, taken, left_count)
         SELECT $1, id, now()::date, 3, 1 FROM warehouses WHERE client_id = $2 AND warehouse_id = 'EWR1'`,
        account.live.ledger_id,
        account.client_id,
      ),
    found: () => [['taken_places', `places of EWR1 on ${new Date().toISOString().slice(0, 10)}`, 1, 3]],
  },
  {
    check: 'idempotency_keys',
    plant: () =>
      change(
        `INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash) VALUES ($1, 'k', '', '')`,
        account.live.ledger_id,
      ),
    found: () => [['idempotency_keys', 'run of the Idempotency-Key k', null, null]],
  },
  {
    check: 'run_numbers',
    plant: () => change('UPDATE ledgers SET last_run_number = 2 WHERE client_id = $1', account.client_id),
    found: () => [['run_numbers', 'last run number of the ledger', 4, 2]],
  },
  {
    check: 'audit_chains',
    plant: () => change('DELETE FROM audit_entries WHERE client_id = $1', account.client_id),
    found: () => [['audit_chains', 'last audit entry', 1, 0]],
  },
];

describe('reconcile', () => {
  it('finds nothing where everything adds up', async () => {
    expect(await check()).toEqual({ ledgers: 2, runs: 4, orders: 6, differences_total: 0, differences: [] });
  });

  it('has a planted difference for each of its checks', () => {
    expect(new Set(PLANTED.map((each) => each.check))).toEqual(new Set(CHECKS.map(({ name }) => name)));
  });

  for (const { check: name, plant, found, left } of PLANTED) {
    it(`finds ${name}, and mends reserved units and counts of runs only`, async () => {
      await plant();
      expect(await differences()).toEqual(found());
      await repair(db, await check());
      const remaining = await differences();
      if (left === undefined) expect(remaining).toEqual(found());
      else expect(remaining.map(([of, , expected, value]) => [of, expected, value])).toEqual(left);
    });
  }

  it('looks at the ledgers that were asked for', async () => {
    await change('UPDATE usage SET routed_orders = 1 WHERE client_id = $1', account.client_id);
    expect(await reconcile(db, { client: account.slug, environment: 'test' })).toMatchObject({
      ledgers: 1,
      differences: [],
    });
    const all = await reconcile(db);
    expect(all.differences.map(({ client }) => client)).toContain(account.slug);
  });

  it('names some differences of a kind and counts the others', async () => {
    await change(
      `INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash)
       SELECT $1, n, '', '' FROM generate_series(1, $2::int) AS n`,
      account.live.ledger_id,
      NAMED_DIFFERENCES + 5,
    );
    const found = await check();
    expect([found.differences.length, found.differences_total]).toEqual([
      NAMED_DIFFERENCES,
      NAMED_DIFFERENCES + 5,
    ]);
  });

  it('leaves runs alone that retention has made incomplete', async () => {
    await change(`UPDATE runs SET created_at = now() - interval '90 days' WHERE id = $1`, runs[2]!.id);
    await change(
      `UPDATE ledgers SET complete_since = now() - interval '30 days' WHERE id = $1`,
      account.live.ledger_id,
    );
    await change('DELETE FROM orders WHERE id = $1', runs[2]!.first_id);
    await change('DELETE FROM decisions WHERE id = $1', runs[2]!.first_id);
    expect(await differences()).toEqual([]);
    await change('DELETE FROM runs WHERE client_id = $1 AND id = $2', account.live.client_id, runs[2]!.id);
    expect(await differences()).toEqual([]);
  });

  it('is right beside requests of two processes, whatever they do', async () => {
    const step = fc.record({
      kind: fc.constantFrom('route', 'batch', 'release', 'sync', 'run'),
      order: fc.integer({ min: 0, max: 4 }),
      quantity: fc.integer({ min: 1, max: 5 }),
    });
    const take = async (
      service: (typeof services)[number],
      { live }: TestAccount,
      each: typeof step extends fc.Arbitrary<infer T> ? T : never,
    ) => {
      const lines = linesOf({ A: each.quantity, B: 1 });
      const order_id = `o${each.order}`;
      if (each.kind === 'route') await service.route(live, [anOrder({ order_id, lines })]);
      if (each.kind === 'batch')
        await service.route(live, [anOrder({ lines }), anOrder({ order_id, lines }), anOrder({ lines })]);
      if (each.kind === 'sync') await service.sync(live, [{ sku: 'A', quantity: each.quantity * 3 }]);
      if (each.kind === 'release') {
        await releaseOrder(service.deps, live, { order_id, idempotency: null, dry_run: false }).catch(
          (error) => {
            if (!(error instanceof AppError)) throw error; // the order was never decided
          },
        );
      }
      if (each.kind === 'run') {
        const runId = await createAcceptedRun(db, live, [anOrder({ lines }), anOrder({ lines })], 1);
        await workRun(service.deps, runId).catch((error: Error) => {
          if (!error.message.includes('not first in the queue')) throw error; // an earlier run is not done
        });
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const busy = await createTestAccount(db);
        let isOver = false;
        const working = Promise.all(
          services.map(async (service, n) => {
            for (const each of steps.filter((_, index) => index % 2 === n)) await take(service, busy, each);
          }),
        ).finally(() => {
          isOver = true;
        });
        do {
          // createAcceptedRun does not count usage.
          expect((await reconcile(db, { client: busy.slug })).differences).toEqual([]);
        } while (!isOver);
        await working;
        expect((await reconcile(db, { client: busy.slug })).differences).toEqual([]);
      }),
      { numRuns: casesOf(40) },
    );
  });
});
