import { spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { usageOf } from '../../account/usage.ts';
import { LedgerQueues } from '../../ledger/ledger-queues.ts';
import { compiled } from '../../testing/compiled.ts';
import { casesOf } from '../../testing/long.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { cancelRun } from './managed-run.ts';
import { type ReceivingDeps, type RunRequest, receiveRun } from './receive-run.ts';
import { endAbandonedRuns, Receivers } from './receivers.ts';

const opened: Receivers[] = [];

const db = await createTestDatabase();
const deps = anotherProcess();

afterAll(async () => {
  for (const each of opened) each.close();
  await db.close();
});

/** What another process would have. */
function anotherProcess(renewMs?: number): ReceivingDeps {
  const receivers = new Receivers(db, renewMs);
  opened.push(receivers);
  return {
    db,
    receivers,
    ledgerQueues: new LedgerQueues(db),
    now: () => new Date(),
  };
}

function aRequest(body: string | Buffer | Readable, changes: Partial<RunRequest> = {}): RunRequest {
  return {
    body: body instanceof Readable ? body : Readable.from([Buffer.from(body)]),
    format: 'ndjson',
    encoding: 'identity',
    limitBytes: 32 * 1024 * 1024,
    on_invalid: 'reject',
    idempotency: null,
    ...changes,
  };
}

const line = (id: string | number, quantity = 1) =>
  `${JSON.stringify({ external_order_id: `SO-${id}`, destination_zip: '60614', lines: [{ sku: 'A', quantity }] })}\n`;

const lines = (count: number, from = 0) => Array.from({ length: count }, (_, i) => line(from + i)).join('');

/** All that the database holds of a ledger's runs. */
async function stored(ledgerId: number) {
  const { rows: runs } = await db.pool.query(
    `SELECT id, status, phase, orders_total, fault_count, failure, usage_day, accepted_at IS NOT NULL AS accepted
     FROM runs WHERE ledger_id = $1 ORDER BY id`,
    [ledgerId],
  );
  const { rows: orders } = await db.pool.query<{ order_id: string }>(
    'SELECT order_id FROM orders WHERE ledger_id = $1 ORDER BY id',
    [ledgerId],
  );
  const { rows: chunks } = await db.pool.query(
    `SELECT c.chunk, c.orders FROM run_chunks c LEFT JOIN runs r ON r.id = c.run_id WHERE r.ledger_id = $1 OR r.id IS NULL
     ORDER BY c.run_id, c.chunk`,
    [ledgerId],
  );
  return { runs, orders: orders.map((order) => order.order_id), chunks };
}

const NOTHING = { runs: [], orders: [], chunks: [] };

/** Waits until a run of the ledger has so many orders. */
async function untilReceived(ledgerId: number, orders: number): Promise<number> {
  for (;;) {
    const { rows } = await db.pool.query<{ id: number }>(
      'SELECT id FROM runs WHERE ledger_id = $1 AND orders_total >= $2',
      [ledgerId, orders],
    );
    if (rows[0]) return rows[0].id;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('receiving a run', () => {
  it('keeps nothing when the sender breaks off', async () => {
    const { test } = await createTestAccount(db);
    const body = new PassThrough();
    const receiving = receiveRun(deps, test, aRequest(body));
    body.write(lines(2500));
    await untilReceived(test.ledger_id, 2000);
    body.destroy(new Error('aborted'));
    await expect(receiving).rejects.toMatchObject({ code: 'bad_request' });
    expect(await stored(test.ledger_id)).toEqual(NOTHING);
  });

  it('keeps a run that was cancelled meanwhile as cancelled, without orders', async () => {
    const { test } = await createTestAccount(db);
    const body = new PassThrough();
    const receiving = receiveRun(deps, test, aRequest(body));
    body.write(lines(2500));
    const runId = await untilReceived(test.ledger_id, 2000);
    await cancelRun(db, test, runId);
    body.end();
    await expect(receiving).rejects.toMatchObject({ code: 'run_ended', status: 409 });
    expect(await stored(test.ledger_id)).toMatchObject({
      runs: [{ id: runId, status: 'cancelled', phase: 'done' }],
      orders: [],
      chunks: [],
    });
  });
});

describe('many runs that break off together', () => {
  it('are ended on few connections, and nothing of them is left', async () => {
    const { test } = await createTestAccount(db);
    const bodies = Array.from({ length: 60 }, () => new PassThrough());
    const outcomes = bodies.map((body) => receiveRun(deps, test, aRequest(body)));
    const ended = Promise.allSettled(outcomes);
    for (const body of bodies) body.write(lines(3));
    await expect.poll(async () => (await stored(test.ledger_id)).runs.length).toBe(bodies.length);
    const holder = new pg.Client({ connectionString: db.url });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM runs WHERE ledger_id = $1 FOR UPDATE', [test.ledger_id]);
      for (const body of bodies) body.destroy();
      const waiting = async () => {
        const { rows } = await holder.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid)
           WHERE NOT l.granted AND a.datname = current_database()`,
        );
        return rows[0]!.n;
      };
      await expect.poll(waiting).toBeGreaterThan(0);
      // All connections of the pool but a few are still there for others.
      const others = Array.from({ length: 5 }, () => db.pool.connect());
      for (const connection of await Promise.all(others)) connection.release();
      await holder.query('COMMIT');
    } finally {
      await holder.end();
    }
    expect((await ended).map(({ status }) => status)).toEqual(bodies.map(() => 'rejected'));
    expect(await stored(test.ledger_id)).toEqual(NOTHING);
  });
});

describe('a run with faulty orders', () => {
  const HEADER = 'external_order_id,destination_zip,sku,quantity\n';
  it('has no part of a CSV order taken for the whole, wherever its other rows are', async () => {
    const part = fc.record({ id: fc.nat(12), quantity: fc.constantFrom(0, 1, 1, 1, 1) });
    const parts = fc.array(part, { minLength: 2, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(parts, parts, parts, async (...groups) => {
        const { test } = await createTestAccount(db);
        const filler = (group: number) =>
          Array.from({ length: 2050 }, (_, i) => ({ id: `SO-${group}-${i}`, quantity: 1 }));
        const rows = groups.flatMap((group, index) => [...group, ...filler(index)]);
        const csv = HEADER + rows.map(({ id, quantity }) => `${id},60614,A,${quantity}\n`).join('');
        const begin = rows.filter(({ id }, index) => rows[index - 1]?.id !== id).map(({ id }) => id);
        const isWhole = (id: number | string) =>
          begin.indexOf(id) === begin.lastIndexOf(id) &&
          rows.every((row) => row.id !== id || row.quantity > 0);
        const whole = begin.filter(isWhole).map(String);
        const run = await receiveRun(deps, test, aRequest(csv, { format: 'csv', on_invalid: 'skip' }));
        expect(run.orders_total).toBe(whole.length);
        expect((await stored(test.ledger_id)).orders).toEqual(whole);
        expect((await stored(test.ledger_id)).runs).toMatchObject([{ orders_total: whole.length }]);
        const { rows: chunks } = await db.pool.query<{ chunk: number; orders: number; found: number }>(
          `SELECT c.chunk, c.orders, count(o.id)::int AS found
           FROM run_chunks c LEFT JOIN orders o ON o.id >= c.first_id AND o.id < c.first_id + c.orders
           WHERE c.run_id = $1 GROUP BY c.run_id, c.chunk ORDER BY c.chunk`,
          [run.id],
        );
        expect(chunks.map(({ chunk }) => chunk)).toEqual(chunks.map((_, index) => index));
        expect(chunks.map(({ found }) => found)).toEqual(chunks.map(({ orders }) => orders));
      }),
      { numRuns: casesOf(40, 2) },
    );
  });

  it('is not read on after the hundredth fault, unless faulty orders are left out', async () => {
    const { test } = await createTestAccount(db);
    for (const [on_invalid, all] of [
      ['reject', false],
      ['skip', true],
    ] as const) {
      let sent = 0;
      const batches = Array.from({ length: 50 }, () => Buffer.from('{}\n'.repeat(2000)));
      const body = Readable.from(
        (function* () {
          for (const batch of batches) {
            yield batch;
            sent += 1;
          }
        })(),
        { highWaterMark: 1 },
      );
      let readWhenRefused = 0;
      await receiveRun(deps, test, aRequest(body, { on_invalid })).catch((error) => {
        expect(error).toMatchObject({ code: 'validation_failed' });
        expect(error.message).toMatch(all ? /^100000 orders are faulty/ : /^At least \d+ orders are faulty/);
        readWhenRefused = sent;
      });
      expect(readWhenRefused === batches.length).toBe(all);
    }
    expect(await stored(test.ledger_id)).toEqual(NOTHING);
  });

  it('has a repeated order ID found wherever it came before, also while others send the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 1, maxLength: 40 }),
        fc.shuffledSubarray(Array.from({ length: 4100 }, (_, i) => i)),
        async (again, ids) => {
          const { test } = await createTestAccount(db);
          const sequence = [...ids, ...again];
          const send = () =>
            receiveRun(deps, test, aRequest(sequence.map((id) => line(id)).join(''), { on_invalid: 'skip' }));
          const [first, second] = await Promise.all([send(), send()]);
          const distinct = new Set(sequence).size;
          expect([first.orders_total, second.orders_total]).toEqual([distinct, distinct]);
          expect(first.fault_count).toBe(sequence.length - distinct);
          expect((await stored(test.ledger_id)).orders.length).toBe(2 * distinct);
        },
      ),
      { numRuns: casesOf(40) },
    );
  });
});

describe('a plan', () => {
  it('is never passed by runs that come together', async () => {
    const { live } = await createTestAccount(db, { client: { plan: 'trial' } });
    const sent = Array.from({ length: 6 }, (_, i) => receiveRun(deps, live, aRequest(lines(4, 10 * i))));
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(12);
    expect((await stored(live.ledger_id)).orders.length).toBe(12);
  });
});

it('an Idempotency-Key is free again after a request that was refused', async () => {
  const idempotency = { key: 'k-1', endpoint: 'POST /runs' };
  const { test } = await createTestAccount(db);
  await expect(receiveRun(deps, test, aRequest(line(1, 0), { idempotency }))).rejects.toThrow();
  expect(await receiveRun(deps, test, aRequest(line(1), { idempotency }))).toMatchObject({ replayed: false });
});

describe('a receiver that dies', () => {
  it('has its run ended by others, who leave alone those that are still received', async () => {
    const dying = await createTestAccount(db);
    const living = await createTestAccount(db);
    const body = new PassThrough();
    const receiving = receiveRun(deps, living.test, aRequest(body));
    body.write(lines(2500));
    await untilReceived(living.test.ledger_id, 2000);
    const child = spawn(process.execPath, [compiled('shared/testing/receiver-process')], {
      env: { ...process.env, DATABASE_URL: db.url, API_KEY: dying.keys.test },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child.stdin.write(lines(4500));
    const runId = await untilReceived(dying.test.ledger_id, 4000);
    expect(await endAbandonedRuns(db)).toEqual([]);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
    expect(await endAbandonedRuns(db)).toEqual([]);
    await outlive(runId);
    expect(await endAbandonedRuns(db)).toEqual([runId]);
    expect(await stored(dying.test.ledger_id)).toMatchObject({
      runs: [
        {
          status: 'failed',
          phase: 'done',
          failure: expect.stringContaining('send it again'),
          accepted: false,
        },
      ],
      orders: [],
      chunks: [],
    });
    body.end();
    expect(await receiving).toMatchObject({ orders_total: 2500 });
  });

  it('has its run renewed while it lives, however slow its sender is', async () => {
    const { test } = await createTestAccount(db);
    const body = new PassThrough();
    const receiving = receiveRun(anotherProcess(20), test, aRequest(body));
    body.write(lines(2500));
    const runId = await untilReceived(test.ledger_id, 2000);
    await outlive(runId);
    const isRenewed = async () =>
      (await db.pool.query('SELECT FROM runs WHERE id = $1 AND receiving_until > now()', [runId])).rowCount;
    await expect.poll(isRenewed).toBe(1);
    body.end();
    expect(await receiving).toMatchObject({ id: runId, orders_total: 2500 });
  });

  it('finds out with its next batch that others took it for dead', async () => {
    const { test } = await createTestAccount(db);
    const body = new PassThrough();
    const receiving = receiveRun(deps, test, aRequest(body));
    body.write(lines(2500));
    const runId = await untilReceived(test.ledger_id, 2000);
    await outlive(runId);
    expect(await endAbandonedRuns(db)).toEqual([runId]);
    body.end(lines(2500, 2500));
    await expect(receiving).rejects.toMatchObject({ code: 'run_ended' });
    expect(await stored(test.ledger_id)).toMatchObject({
      runs: [{ id: runId, status: 'failed' }],
      orders: [],
    });
  });
});

/** Makes it the time at which a run that was not renewed has lost its receiver. */
const outlive = (runId: number) =>
  db.pool.query('UPDATE runs SET receiving_until = now() WHERE id = $1', [runId]);
