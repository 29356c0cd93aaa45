import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isUnavailable } from '../foundation/errors/is-unavailable.ts';
import { openTcpProxy } from '../testing/tcp-proxy.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { copyIn, copyRow } from './copy.ts';
import { type Database, openDatabase } from './database.ts';
import { pipeline } from './pipeline.ts';
import { inTransaction } from './transaction.ts';

const db = await createTestDatabase();
afterAll(() => db.close());

const countNotes = async () => (await db.pool.query('SELECT count(*) AS n FROM notes')).rows[0].n;

describe('openDatabase', () => {
  it('stays usable when the server ends its idle connections', async () => {
    await db.pool.query('SELECT 1');
    const ended = new Promise((resolve) => db.pool.once('remove', resolve));
    const other = new pg.Client({ connectionString: db.url });
    await other.connect();
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await other.end();
    await ended;
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('inTransaction', () => {
  beforeAll(() => db.pool.query('CREATE TABLE notes (id int PRIMARY KEY, body json, note text)'));

  it('reports the first error when the connection breaks, and does not reuse it', async () => {
    const broken = inTransaction(db.pool, (tx) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    await expect(broken).rejects.toThrow(/terminating connection/);
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('copyIn', () => {
  const STATEMENT = 'COPY notes (id, body, note) FROM STDIN';

  it('stores every field as it was given', async () => {
    const texts = ['tab\there', 'back\\slash \\N \\.', 'line\nfeed\r\n', 'quote " \' ü 😀', '', null];
    const rows = texts.map((text, i) => copyRow(10 + i, JSON.stringify({ text }), text));
    expect(await inTransaction(db.pool, (tx) => copyIn(tx, STATEMENT, rows))).toBe(texts.length);
    const stored = await db.pool.query(
      `SELECT note, body ->> 'text' AS text FROM notes WHERE id >= 10 ORDER BY id`,
    );
    expect(stored.rows).toEqual(texts.map((text) => ({ note: text, text })));
  });

  it('leaves nothing behind and a usable connection when a row is refused or the source fails', async () => {
    const before = await countNotes();
    const duplicate = [copyRow(1, null, null), copyRow(1, null, null)];
    await expect(inTransaction(db.pool, (tx) => copyIn(tx, STATEMENT, duplicate))).rejects.toThrow(
      /duplicate key/,
    );
    async function* failing() {
      yield copyRow(9000, null, 'x'.repeat(300_000));
      throw new Error('the source failed');
    }
    await expect(inTransaction(db.pool, (tx) => copyIn(tx, STATEMENT, failing()))).rejects.toThrow(
      'the source failed',
    );
    expect(await countNotes()).toBe(before);
  });
});

describe('a time-out of the database', () => {
  const TIMEOUTS = { statementMs: 100, lockMs: 50, idleMs: 100, connectMs: 10_000 };
  let hurried: Database;
  beforeAll(() => {
    hurried = openDatabase(db.url, { poolSize: 1, timeouts: TIMEOUTS });
  });
  afterAll(() => hurried.close());
  const insert = (tx: pg.PoolClient, id: number) => tx.query('INSERT INTO notes (id) VALUES ($1)', [id]);
  const pidOf = async () => (await hurried.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;

  it('cancels a statement among others with COMMIT after it, saves nothing and leaves the connection usable', async () => {
    const [before, pid] = [await countNotes(), await pidOf()];
    const failing = inTransaction(hurried.pool, (tx) =>
      pipeline(tx).commitWith({
        first: sql`INSERT INTO notes (id) VALUES (7201)`,
        slow: sql`SELECT pg_sleep(60)`,
        last: sql`INSERT INTO notes (id) VALUES (7202)`,
      }),
    );
    const error = await failing.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: '57014' });
    expect(isUnavailable(error)).toBe(true);
    expect(await countNotes()).toBe(before);
    expect(await pidOf()).toBe(pid);
  });

  it('ends the wait for a lock, keeps nothing and leaves the connection usable', async () => {
    const [before, pid] = [await countNotes(), await pidOf()];
    const error = await inTransaction(db.pool, async (holder) => {
      await holder.query('LOCK TABLE clients');
      const waiting = inTransaction(hurried.pool, (tx) =>
        pipeline(tx).run({
          before: () => insert(tx, 7203),
          locked: () => tx.query('SELECT FROM clients'),
          follows: () => insert(tx, 7204),
        }),
      );
      return waiting.catch((caught: unknown) => caught);
    });
    expect(error).toMatchObject({ code: '55P03' });
    expect(isUnavailable(error)).toBe(true);
    expect(await countNotes()).toBe(before);
    expect(await pidOf()).toBe(pid);
  });

  it('is known as such also where Prisma reports it', async () => {
    const slow = await hurried.prisma.$queryRaw`SELECT pg_sleep(60)`.catch((caught: unknown) => caught);
    expect(isUnavailable(slow)).toBe(true);
    const locked = await inTransaction(db.pool, async (holder) => {
      await holder.query('LOCK TABLE clients');
      return hurried.prisma.client.findFirst().catch((caught: unknown) => caught);
    });
    expect(isUnavailable(locked)).toBe(true);
  });

  it('ends a transaction whose process sends nothing', async () => {
    const idle = inTransaction(hurried.pool, async (tx) => {
      await insert(tx, 7205);
      await new Promise((resolve) => tx.once('error', resolve));
      await insert(tx, 7206);
    });
    const error = await idle.catch((caught: unknown) => caught);
    expect(isUnavailable(error)).toBe(true);
    expect((await hurried.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('gives up a server that does not answer at all', async () => {
    const proxy = await openTcpProxy(db.url);
    onTestFinished(() => proxy.close());
    const away = openDatabase(proxy.url, { poolSize: 1 });
    onTestFinished(() => away.close());
    const { options } = away.pool as unknown as { options: pg.PoolConfig };
    Object.assign(options, { query_timeout: 300 });
    await away.pool.query('SELECT 1');
    const sent = proxy.holdAnswersAfter('SELECT 2');
    const answer = inTransaction(away.pool, (tx) => tx.query('SELECT 2')).catch((caught: unknown) => caught);
    await sent;
    expect(isUnavailable(await answer)).toBe(true);
    expect((await away.pool.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
  });
});

describe('a server that is silent', () => {
  const TIMEOUTS = { statementMs: null, lockMs: 10_000, idleMs: 100, connectMs: 10_000 };

  it('is given up where it does not work on the statement that waits', async () => {
    const proxy = await openTcpProxy(db.url);
    onTestFinished(() => proxy.close());
    const through = openDatabase(proxy.url, { poolSize: 1, timeouts: TIMEOUTS });
    onTestFinished(() => through.close());
    const silenced = proxy.holdAnswersAfter('SELECT 41');
    const error = await through.pool.query('SELECT 41 + 1').catch((caught: unknown) => caught);
    await silenced;
    expect(isUnavailable(error)).toBe(true);
    expect((await through.pool.query('SELECT 42 AS n')).rows).toEqual([{ n: 42 }]);
  });

  it('does not keep a process from closing a connection that it used', async () => {
    const proxy = await openTcpProxy(db.url);
    onTestFinished(() => proxy.close());
    const closing = openDatabase(proxy.url); // without time-outs, so that nothing else ends the connection
    const client = await closing.pool.connect();
    proxy.forgetAll();
    const closed = closing.close();
    await expect.poll(() => closing.pool.ending).toBe(true);
    client.release();
    await expect(closed).resolves.toBeUndefined();
  });

  it('fails one request, not one for each connection of the pool', async () => {
    const proxy = await openTcpProxy(db.url);
    onTestFinished(() => proxy.close());
    const through = openDatabase(proxy.url, { poolSize: 4, timeouts: TIMEOUTS });
    onTestFinished(() => through.close());
    const onAll = (text: string) =>
      Promise.allSettled(Array.from({ length: 4 }, () => through.pool.query(text)));
    await onAll('SELECT pg_sleep(0.1)');
    expect(through.pool.idleCount).toBe(4);
    proxy.forgetAll();
    await expect(through.pool.query('SELECT 1')).rejects.toThrow('Connection terminated unexpectedly');
    const statuses = (await onAll('SELECT 2')).map(({ status }) => status);
    expect(statuses).toEqual(Array(4).fill('fulfilled'));
  });

  it('is waited for while it works, however long that takes', async () => {
    const patient = openDatabase(db.url, { poolSize: 1, timeouts: TIMEOUTS });
    onTestFinished(() => patient.close());
    expect((await patient.pool.query('SELECT pg_sleep(1), 42 AS n')).rows).toMatchObject([{ n: 42 }]);
  });

  it('is left alone on a connection that waits for nothing', async () => {
    const idle = openDatabase(db.url, { poolSize: 1, timeouts: TIMEOUTS });
    onTestFinished(() => idle.close());
    const pid = async () => (await idle.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
    const before = await pid();
    await db.pool.query('SELECT pg_sleep(1)');
    expect(await pid()).toBe(before);
  });
});
