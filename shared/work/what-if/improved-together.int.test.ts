import { afterAll, expect, it } from 'vitest';
import { anOrder, createRoutingFixture, linesOf } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { beginWhatIf } from '../../testing/work-what-ifs.ts';
import { isUnderWay } from './what-ifs.ts';
import { workWhatIf } from './work-what-if.ts';

const service = await createRoutingFixture();
afterAll(() => service.close());

it('says what it brings that the orders of a run are improved together', async () => {
  const { deps } = service;
  const { live } = await createTestAccount(deps.db);
  await service.sync(live, [
    { sku: 'LAMP', warehouse_id: 'EWR1', quantity: 1 },
    { sku: 'DESK', warehouse_id: 'EWR1', quantity: 1 },
    { sku: 'LAMP', warehouse_id: 'ATL1', quantity: 1 },
  ]);
  const { run } = await service.route(live, [
    anOrder({ order_id: 'SO-16', lines: linesOf({ LAMP: 1 }) }),
    anOrder({ order_id: 'SO-17', lines: linesOf({ LAMP: 1, DESK: 1 }) }),
  ]);
  const begun = await beginWhatIf(deps.db, live, {
    orders: { routing_run_id: run.routing_run_id! },
    draft: { settings: { batch_optimization: 'improve', batch_max_days_later: null } },
  });
  const { id: what_if_id, ledger_id } = begun;
  let whatIf = begun;
  while (isUnderWay(whatIf)) whatIf = (await workWhatIf(deps, { what_if_id, ledger_id }))!;
  expect(whatIf).toMatchObject({
    ...{ status: 'completed', orders_changed: 2 },
    ...{ baseline: { shipments: 3, split_count: 1 }, draft_side: { shipments: 2, full_count: 2 } },
  });
});
