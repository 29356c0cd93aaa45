import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { countLiveWorkers, reportAlive, reportStopped } from './live-workers.ts';

const db = await createTestDatabase();
afterAll(() => db.close());

const age = (workerId: string, seconds: number) =>
  db.pool.query('UPDATE workers SET seen_at = seen_at - make_interval(secs => $2) WHERE id = $1', [
    workerId,
    seconds,
  ]);

describe('countLiveWorkers', () => {
  it('counts a worker from its first report until it stops or was silent for 15 seconds', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    expect(await countLiveWorkers(db.pool)).toBe(0);
    for (const worker of [one, other, one]) await reportAlive(db.pool, worker);
    expect(await countLiveWorkers(db.pool)).toBe(2);
    await reportStopped(db.pool, one);
    expect(await countLiveWorkers(db.pool)).toBe(1);
    await age(other, 16);
    expect(await countLiveWorkers(db.pool)).toBe(0);
    await reportAlive(db.pool, other);
    expect(await countLiveWorkers(db.pool)).toBe(1);
    await reportStopped(db.pool, other);
  });

  it('forgets workers that were killed long ago', async () => {
    const [killed, other] = [randomUUID(), randomUUID()];
    await reportAlive(db.pool, killed);
    await age(killed, 7200);
    await reportAlive(db.pool, other);
    const { rows } = await db.pool.query('SELECT id FROM workers');
    expect(rows).toEqual([{ id: other }]);
    await reportStopped(db.pool, other);
  });
});
