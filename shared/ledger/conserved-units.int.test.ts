import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { changeElement } from '../account/account-lists.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { SERVICE } from '../identity/actor.ts';
import { reconcile } from '../operations/reconcile/reconcile.ts';
import { rerouteOrder } from '../runs/reroute-order.ts';
import { casesOf } from '../testing/long.ts';
import { createTwoServices, type RoutingFixture } from '../testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { releaseOrder } from './correct-order.ts';
import { stockOfAccounts } from './stock/clear-stock.ts';

/** Two processes on one database. */
const { db, services, close } = await createTwoServices();
afterAll(() => close());

const SITES = ['EWR1', 'ATL1', 'ONT1'];
const SKUS = ['A', 'B'];

const order = fc.integer({ min: 0, max: 4 }).map((n) => `o${n}`);
const quantity = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('route' as const),
    order,
    lines: fc.array(fc.record({ sku: fc.constantFrom(...SKUS), quantity }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('reroute' as const),
    order,
    exclude: fc.subarray(SITES),
    unless_worse: fc.boolean(),
    dry_run: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('release' as const), order, dry_run: fc.boolean() }),
  fc.record({
    kind: fc.constant('sync' as const),
    sku: fc.constantFrom(...SKUS),
    site: fc.constantFrom(...SITES),
    quantity: fc.integer({ min: 0, max: 8 }),
  }),
  fc.record({ kind: fc.constant('clear' as const), site: fc.constantFrom(...SITES) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(
  { deps, route, sync }: RoutingFixture,
  { live, slug }: TestAccount,
  each: Step,
): Promise<void> {
  const act = { slug, who: SERVICE, if_match: undefined, list: 'warehouses' } as const;
  switch (each.kind) {
    case 'clear':
      await changeElement(deps.db, act, each.site, { enabled: false });
      await changeElement({ ...deps.db, stock: stockOfAccounts(30) }, act, each.site, {
        enabled: true,
        clear_stock: true,
      });
      return;
    case 'route':
      await route(live, [
        { order_id: each.order, lines: each.lines.map((line) => ({ ...line, unit_value: null })) },
      ]);
      return;
    case 'sync':
      await sync(live, [{ sku: each.sku, warehouse_id: each.site, quantity: each.quantity }]);
      return;
    case 'release':
      await releaseOrder(deps, live, { order_id: each.order, idempotency: null, dry_run: each.dry_run });
      return;
    case 'reroute':
      await rerouteOrder(deps, live, {
        order_id: each.order,
        reroute: { exclude_warehouse_ids: each.exclude, only_warehouse_ids: null, note: null },
        unless_worse: each.unless_worse,
        idempotency: null,
        dry_run: each.dry_run ? { explain: true } : null,
      });
  }
}

/** The same; that there is nothing to correct, or that it would be worse, is an answer, too. */
async function takeAnyhow(service: RoutingFixture, account: TestAccount, each: Step): Promise<void> {
  try {
    await take(service, account, each);
  } catch (error) {
    const isAnswer = error instanceof AppError && error.code === 'not_found';
    if (!isAnswer) throw error;
  }
}

describe('units', () => {
  it('are conserved through any mixture of routing, rerouting, releasing, syncing and clearing, one by one or at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 14 }),
        fc.boolean(),
        async (steps, atOnce) => {
          const account = await createTestAccount(db);
          const { live, slug } = account;
          const contradictions = async () => (await reconcile(db, { client: slug })).differences;
          await services[0].sync(
            live,
            SKUS.flatMap((sku) => SITES.map((warehouse_id) => ({ sku, warehouse_id, quantity: 5 }))),
          );
          const run = async (each: Step, n: number) =>
            takeAnyhow(services[n % 2 === 0 ? 0 : 1], account, each);
          if (atOnce) await Promise.all(steps.map(run));
          else {
            for (const [n, each] of steps.entries()) {
              await run(each, n);
              expect(await contradictions()).toEqual([]);
            }
          }
          expect(await contradictions()).toEqual([]);
        },
      ),
      { numRuns: casesOf(25) },
    );
  });
});
