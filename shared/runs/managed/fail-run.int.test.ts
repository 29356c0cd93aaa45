import { afterAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../identity/principal.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { anOrder, createRoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { scoreOneChunk, scoreRun } from '../../testing/work-run.ts';
import { JOBS } from '../../work/jobs.ts';
import { firstInQueue, loadManagedRun, markRunFailed, retryRun } from './managed-run.ts';

const FAILURE = 'It broke.';
const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

const runOf = (runId: number) => loadManagedRun(db.pool, runId);
const score = (run_id: number, chunk: number) => scoreOneChunk(service.deps, { run_id, chunk });
const allocate = (run_id: number) => JOBS['allocate-run'].task(service.deps, { run_id, batch: 0 });
const accept = (principal: Principal, orders: number) =>
  createAcceptedRun(
    db,
    principal,
    Array.from({ length: orders }, () => anOrder()),
    1,
  );

describe('a failed run', () => {
  it('keeps nothing of a step that was under way when it failed', async () => {
    const { live } = await createTestAccount(db);
    const runId = await accept(live, 2);
    await score(runId, 0);
    const client = await db.pool.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE runs SET status = 'failed' WHERE id = $1`, [runId]);
    const step = score(runId, 1);
    await untilSomeoneWaits();
    await client.query('COMMIT');
    client.release();
    expect(await step).toBeNull();
    expect(await runOf(runId)).toMatchObject({ status: 'failed', orders_scored: 1 });
  });

  it('lets the next run of its ledger go first, and takes its old place when it is retried', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 1 }]);
    const [first, second] = [await accept(live, 1), await accept(live, 1)];
    await scoreRun(service.deps, first);
    await scoreRun(service.deps, second);
    expect(await markRunFailed(db.pool, first, FAILURE)).toMatchObject({ ledger_id: live.ledger_id });
    expect(await firstInQueue(db.pool, live.ledger_id)).toBe(second);
    await retryRun(db.pool, first);
    expect(await firstInQueue(db.pool, live.ledger_id)).toBe(first);
    await markRunFailed(db.pool, first, FAILURE);
    await allocate(second);
    expect(await runOf(second)).toMatchObject({ status: 'completed' });
  });
});

/** Resolves when a statement of this database waits for a row that another transaction has locked. */
async function untilSomeoneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await db.pool.query(
      `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'transactionid' AND NOT l.granted AND a.datname = current_database()`,
    );
    if (rowCount! > 0) return;
  }
}
