import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { compiled } from '../../shared/testing/compiled.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { TEST_SECRETS_KEY } from '../../shared/testing/test-secrets.ts';

/** Its lock of the table `workers` lets no worker stop, because each reports there that it stops. */
let holder: pg.PoolClient;
let child: ChildProcess;
let output: string;

const db = await createTestDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query('DELETE FROM workers');
  holder = await db.pool.connect();
});
afterEach(() => {
  child.kill('SIGKILL');
  holder.release(true);
});

/** Starts a worker as a process. Resolves when it cannot stop. */
async function startBlockedWorker(env: Record<string, string>): Promise<void> {
  output = '';
  child = spawn(process.execPath, [compiled('worker/main')], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      DATABASE_URL: db.url,
      SECRETS_KEY: TEST_SECRETS_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout!.on('data', (text) => {
    output += text;
  });
  const count = async () => (await db.pool.query('SELECT FROM workers')).rowCount;
  await expect.poll(count, { timeout: 60_000 }).toBe(1);
  await holder.query('BEGIN; LOCK TABLE workers IN ACCESS EXCLUSIVE MODE');
}

const logged = (text: string) => expect.poll(() => output, { timeout: 30_000 }).toContain(text);

it('a worker that is frozen while it stops still has all of its seconds afterwards', async () => {
  await startBlockedWorker({ SHUTDOWN_SECONDS: '5' });
  const exit = once(child, 'close');
  child.kill('SIGTERM');
  await logged('SIGTERM: stopping');
  child.kill('SIGSTOP');
  await pause(6_000); // it is frozen for longer than it may take to stop
  await holder.query('ROLLBACK');
  child.kill('SIGCONT');
  expect([await exit, output]).toEqual([[0, null], expect.not.stringContaining('takes longer')]);
});

it('a worker that cannot stop in time exits with 1, and its log says what it waited for', async () => {
  await startBlockedWorker({ SHUTDOWN_SECONDS: '5' });
  const exit = once(child, 'close');
  child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(output).toContain('still stopping: heartbeat');
  expect(output).toContain('stopping takes longer than 5 s: exiting');
});
