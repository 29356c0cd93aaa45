import { Socket } from 'node:net';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { copyIn, copyRow } from './copy.ts';
import { pipeline } from './pipeline.ts';
import { inTransaction } from './transaction.ts';

const db = await createTestDatabase();
await db.pool.query('CREATE TABLE notes (id int PRIMARY KEY)');
afterAll(() => db.close());

const countNotes = async () => (await db.pool.query('SELECT count(*) AS n FROM notes')).rows[0].n;
const insert = (id: number) => sql`INSERT INTO notes (id) VALUES (${id})`;
const failure = (work: Promise<unknown>) => work.catch((caught: unknown) => caught);

/** Counts the writes to a socket. */
class CountedSocket extends Socket {
  writes = 0;

  override _write(...args: Parameters<Socket['_write']>): void {
    this.writes += 1;
    super._write(...args);
  }

  override _writev(...args: Parameters<NonNullable<Socket['_writev']>>): void {
    this.writes += 1;
    super._writev!(...args);
  }
}

/** A connection as of the pool, whose writes are counted. */
async function withCountedWrites<T>(
  work: (client: pg.Client, socket: CountedSocket) => Promise<T>,
): Promise<T> {
  const socket = new CountedSocket();
  const client = new pg.Client({ connectionString: db.url, pipeline: true, stream: () => socket });
  await client.connect();
  try {
    return await work(client, socket);
  } finally {
    await client.end();
  }
}

/** The number of writes of `work`. */
async function writesOf(socket: CountedSocket, work: () => Promise<unknown>): Promise<number> {
  const before = socket.writes;
  await work();
  return socket.writes - before;
}

describe('a pipeline on the present version of pg', () => {
  it('writes all steps at once, COMMIT too, and answers by name', async () => {
    await withCountedWrites(async (client, socket) => {
      const run = async () => {
        const answers = await pipeline(client).run({
          begin: () => client.query('BEGIN'),
          nothing: null,
          one: () => client.query('SELECT 1 AS n'),
          note: insert(1),
        });
        expect(answers.one.rows).toEqual([{ n: 1 }]);
        expect([answers.nothing, answers.note]).toEqual([null, undefined]);
      };
      expect(await writesOf(socket, run)).toBe(1);
      const last = () =>
        pipeline(client).commitWith({ two: insert(2), more: [insert(3), insert(4)], none: null });
      expect(await writesOf(socket, last)).toBe(1);
      expect(client.getTransactionStatus()).toBe('I');
      expect(await countNotes()).toBe(4);
    });
  });

  it('does so again after a COPY, which has the connection to itself', async () => {
    await withCountedWrites(async (client, socket) => {
      expect(await copyIn(client, 'COPY notes (id) FROM STDIN', [copyRow(5)])).toBe(1);
      const run = () => pipeline(client).run({ six: insert(6), seven: insert(7) });
      expect(await writesOf(socket, run)).toBe(1);
    });
  });
});

describe('steps', () => {
  it('run in the order in which they are written', async () => {
    const [writer, waiter] = await inTransaction(db.pool, async (first) => {
      await first.query(`INSERT INTO clients (slug, name) VALUES ('acme', 'Acme')`);
      await first.query('COMMIT');
      await first.query('BEGIN');
      await first.query("UPDATE clients SET name = 'Changed' WHERE slug = 'acme'");
      const second = inTransaction(db.pool, (tx) =>
        pipeline(tx).run({
          lock: () => tx.query("SELECT FROM clients WHERE slug = 'acme' FOR UPDATE"),
          name: () => tx.query("SELECT name FROM clients WHERE slug = 'acme'"),
        }),
      );
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;
      while ((await first.query(waiting)).rowCount === 0);
      return [first.query("SELECT name FROM clients WHERE slug = 'acme'"), second] as const;
    });
    expect((await writer).rows).toEqual([{ name: 'Changed' }]);
    expect((await waiter).name.rows).toEqual([{ name: 'Changed' }]);
  });

  it('leave nothing behind if one fails, and a usable connection', async () => {
    const before = await countNotes();
    const committing = inTransaction(db.pool, async (tx) => {
      await tx.query('INSERT INTO notes (id) VALUES (100)');
      await pipeline(tx).commitWith({ first: insert(101), second: sql`SELECT 1 / 0`, third: insert(102) });
    });
    await expect(committing).rejects.toThrow('division by zero');
    expect(await countNotes()).toBe(before);
  });
});

describe('the failure that a pipeline reports', () => {
  const broken = sql`SELECT 1 / 0`;

  it('is that of the statement that failed first, if what follows it is awaited first', async () => {
    const work = inTransaction(db.pool, async (tx) => {
      pipeline(tx).send({ early: broken });
      await pipeline(tx).run({ note: insert(204) });
    });
    await expect(work).rejects.toThrow('division by zero');
  });

  it('is a refusal made by the step itself rather than what follows from it', async () => {
    const refuse = async (tx: pg.PoolClient) => {
      await tx.query('SELECT 1');
      throw new Error('refused');
    };
    const work = inTransaction(db.pool, (tx) =>
      pipeline(tx).run({ refuse: () => refuse(tx), note: insert(202) }),
    );
    await expect(work).rejects.toThrow('refused');
    expect((await db.pool.query('SELECT FROM notes WHERE id >= 200')).rowCount).toBe(0);
  });

  it('is that the outcome is unknown if the connection breaks after COMMIT', async () => {
    const ending = sql`SELECT pg_terminate_backend(pg_backend_pid())`;
    const work = inTransaction(db.pool, (tx) => pipeline(tx).commitWith({ note: insert(203), ending }));
    expect(await failure(work)).toMatchObject({ code: 'outcome_unknown' });
  });
});
