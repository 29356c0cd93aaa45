import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Principal } from '../../identity/principal.ts';
import { noteRetry } from '../../runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { anOrder, createRoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { openTestQueues } from '../../testing/test-queues.ts';
import { beginWhatIf } from '../../testing/work-what-ifs.ts';
import { enqueueWhatIfs } from '../jobs.ts';

let run: number;
const service = await createRoutingFixture();
const queues = openTestQueues(service.deps.db);
afterAll(async () => {
  await queues.close();
  await service.close();
});

let live: Principal;
/** A run of the same client, which was received just now. */
beforeEach(async () => {
  const { db } = service.deps;
  ({ live } = await createTestAccount(db));
  run = await createAcceptedRun(db, live, [anOrder()], 1);
});

/** Begins a what-if, and says for how many milliseconds its first job is put off. */
async function delayOfWhatIf(principal = live): Promise<number> {
  const { db } = service.deps;
  const { run: routed } = await service.route(principal, [anOrder()]);
  const { id } = await beginWhatIf(db, principal, {
    orders: { routing_run_id: routed.routing_run_id },
    draft: { settings: {} },
  });
  await enqueueWhatIfs(db, queues, principal.ledger_id);
  const jobs = await queues.of('background').getJobs(['waiting', 'delayed', 'prioritized']);
  return jobs.find(({ data }) => data.what_if_id === id)!.delay;
}

it('makes place for a run of its ledger that makes progress', async () => {
  expect(await delayOfWhatIf()).toBeGreaterThan(0);
});

it('is not put off by a run of another client', async () => {
  const other = await createTestAccount(service.deps.db);
  expect(await delayOfWhatIf(other.live)).toBe(0);
});

it.each([
  ['fails and waits for its retry', () => noteRetry(service.deps.db.pool, run, new Error('no'), 60_000)],
  [
    'waits for another run or a worker',
    () =>
      service.deps.db.pool.query(
        `UPDATE runs SET updated_at = now() - interval '1 minute' WHERE id = ${run}`,
      ),
  ],
])('is not put off by a run that %s', async (_, wait) => {
  await wait();
  expect(await delayOfWhatIf()).toBe(0);
});
