import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createQueueBackend } from '../../db/queue/queue-backend.ts';
import type { Principal } from '../../identity/principal.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { JobQueues } from '../../work/job-queues.ts';
import { enqueueRun } from '../../work/jobs.ts';
import { cancelRun, loadManagedRun } from './managed-run.ts';
import { priorityOf, scoringRoundOf } from './scoring-round.ts';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;
const db = await createTestDatabase();

afterAll(() => db.close());

/** An accepted run of one order a chunk. */
async function aRun(ledger: Principal, chunks: number): Promise<number> {
  return createAcceptedRun(
    db,
    ledger,
    Array.from({ length: chunks }, () => anOrder()),
    1,
  );
}

const runOf = async (runId: number) => (await loadManagedRun(db.pool, runId))!;

/** Counts the chunk as scored, and the run as done with its last one. */
async function score({ run_id, chunk }: { readonly run_id: number; readonly chunk: number }): Promise<void> {
  await db.pool.query('UPDATE run_chunks SET scored_at = now() WHERE run_id = $1 AND chunk = $2', [
    run_id,
    chunk,
  ]);
  await db.pool.query(
    `UPDATE runs SET phase = 'done'
     WHERE id = $1 AND NOT EXISTS (SELECT FROM run_chunks WHERE run_id = $1 AND scored_at IS NULL)`,
    [run_id],
  );
}

describe.each(BACKENDS)('jobs that score chunks, on the %s backend', (kind) => {
  const redisUrl = kind === 'redis' ? process.env.TEST_REDIS_URL! : null;
  const queuePrefix = `test-${randomBytes(4).toString('hex')}`;
  let queues: JobQueues;
  beforeAll(() => {
    queues = new JobQueues(createQueueBackend({ redisUrl, queuePrefix }, db.url), () => undefined);
  });
  afterAll(() => queues.close());

  it('alternate between runs of several clients, and finish the runs of one client in order', async () => {
    const [large, small] = [await createTestAccount(db), await createTestAccount(db)];
    const runs = [
      await aRun(large.live, 5),
      await aRun(large.live, 2),
      await aRun(small.live, 1),
      await aRun(small.live, 2),
    ];
    for (const runId of runs) await enqueueRun(db.pool, queues, await runOf(runId));
    const worked: string[] = [];
    const worker = createQueueBackend({ redisUrl, queuePrefix }, db.url).openWorker(
      'scoring',
      async ({ data }) => {
        await score(data);
        worked.push(`${'ABCD'[runs.indexOf(data.run_id)]}${data.chunk}`);
      },
      { concurrency: 1 },
    );
    onTestFinished(() => worker.close());
    await expect.poll(() => worked.length, { timeout: 60_000 }).toBe(10);
    expect(worked).toEqual(['A0', 'C0', 'A1', 'D0', 'A2', 'D1', 'A3', 'A4', 'B0', 'B1']);
  });
});

describe('scoringRoundOf', () => {
  it('lets a ledger whose large run was cancelled begin at once', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => createTestAccount(db)));
    const goesOn = await runOf(await aRun(one!.live, 9));
    await scoringRoundOf(db.pool, goesOn);
    const cancelled = await runOf(await aRun(other!.live, 9));
    await scoringRoundOf(db.pool, cancelled);
    await cancelRun(db, other!.live, cancelled.id);
    const next = await runOf(await aRun(other!.live, 1));
    expect(await scoringRoundOf(db.pool, next)).toBe(1);
    await db.pool.query(`UPDATE runs SET phase = 'done' WHERE id = ANY($1)`, [[goesOn.id, next.id]]);
  });

  it('lets no ledger wait for more than two chunks of each other ledger, whenever runs come', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => createTestAccount(db)));
    const arrival = fc.record({
      ledger: fc.nat(2),
      chunks: fc.integer({ min: 1, max: 6 }),
      /** Chunks that are scored before the next run comes. */
      scored: fc.nat(4),
    });
    const forget = `UPDATE runs SET phase = 'done' WHERE phase = 'scoring'`; // left by an attempt that failed
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { minLength: 1, maxLength: 8 }), async (arrivals) => {
        /** Jobs in the order of their adding. */
        const waiting: { run_id: number; chunk: number; ledger: number; priority: number }[] = [];
        /** By ledger that waits: how often each other ledger was served since it began to wait, or was served. */
        const passed = new Map<number, Map<number, number>>();
        await db.pool.query(forget);
        const serve = async () => {
          const next = waiting.reduce((a, b) => (b.priority < a.priority ? b : a));
          waiting.splice(waiting.indexOf(next), 1);
          await score(next);
          for (const [ledger, by] of passed) {
            if (ledger === next.ledger) continue;
            by.set(next.ledger, (by.get(next.ledger) ?? 0) + 1);
            expect(by.get(next.ledger)).toBeLessThanOrEqual(2);
          }
          if (waiting.some(({ ledger }) => ledger === next.ledger)) passed.set(next.ledger, new Map());
          else passed.delete(next.ledger);
        };
        for (const { ledger, chunks, scored } of arrivals) {
          const run_id = await aRun(accounts[ledger]!.live, chunks);
          const round = await scoringRoundOf(db.pool, await runOf(run_id));
          if (!passed.has(ledger)) passed.set(ledger, new Map());
          for (let chunk = 0; chunk < chunks; chunk++) {
            waiting.push({ run_id, chunk, ledger, priority: priorityOf(round, chunk) });
          }
          for (let n = 0; n < scored && waiting.length > 0; n++) await serve();
        }
        while (waiting.length > 0) await serve();
      }),
      { numRuns: casesOf(30) },
    );
  });
});
