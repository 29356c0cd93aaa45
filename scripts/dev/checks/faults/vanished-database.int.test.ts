import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../shared/db/database.ts';
import { openTcpProxy, type TcpProxy } from '../../../../shared/testing/tcp-proxy.ts';
import { createTestDatabase } from '../../../../shared/testing/test-database.ts';

const TIMEOUTS = { statementMs: null, lockMs: 10_000, idleMs: 100, connectMs: 10_000 };
let db: Database;
/** The way to the database. */
let proxy: TcpProxy;

beforeEach(async () => {
  db = await createTestDatabase();
  proxy = await openTcpProxy(db.url);
});

afterEach(async () => {
  await proxy.close();
  await db.close();
});

describe('a database that vanishes without a word', () => {
  it('does not keep a process from closing a connection that it used', async () => {
    const closing = openDatabase(proxy.url); // without time-outs, so that nothing else ends the connection
    const client = await closing.pool.connect();
    proxy.forgetAll();
    const closed = closing.close();
    await expect.poll(() => closing.pool.ending).toBe(true);
    client.release();
    await expect(closed).resolves.toBeUndefined();
  });

  it('fails one request, not one for each connection of the pool', async () => {
    const through = openDatabase(proxy.url, { poolSize: 4, timeouts: TIMEOUTS });
    const onAll = (text: string) =>
      Promise.allSettled(Array.from({ length: 4 }, () => through.pool.query(text)));
    await onAll('SELECT pg_sleep(0.1)');
    expect(through.pool.idleCount).toBe(4);
    proxy.forgetAll();
    await expect(through.pool.query('SELECT 1')).rejects.toThrow('Connection terminated unexpectedly');
    const statuses = (await onAll('SELECT 2')).map(({ status }) => status);
    expect(statuses).toEqual(Array(4).fill('fulfilled'));
    await through.close();
  });
});
