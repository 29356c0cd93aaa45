import { spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageOf } from '../../accounts/usage.ts';
import type { Database } from '../../db/database.ts';
import { KeyedMutex } from '../../foundation/keyed-mutex.ts';
import { compiled } from '../../testing/compiled.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { cancelRun } from './managed-run.ts';
import { type ReceivingDeps, type RunRequest, receiveRun } from './receive-run.ts';
import { endAbandonedRuns, Receivers } from './receivers.ts';

let db: Database;
let deps: ReceivingDeps;
const opened: Receivers[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  deps = anotherProcess();
});

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
    ledgerMutex: new KeyedMutex(),
    clientMutex: new KeyedMutex(),
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
  it('stores its orders in chunks, in request order, and hands it over for scoring', async () => {
    const { live } = await createTestAccount(db, { client: { plan: 'enterprise' } });
    const received = await receiveRun(deps, live, aRequest(lines(4500)));
    expect(received).toMatchObject({
      client_run_number: 1,
      orders_total: 4500,
      fault_count: 0,
      replayed: false,
    });
    const { runs, orders, chunks } = await stored(live.ledger_id);
    expect(runs).toMatchObject([
      {
        id: received.id,
        status: 'queued',
        phase: 'scoring',
        orders_total: 4500,
        usage_day: new Date().toISOString().slice(0, 10),
        accepted: true,
      },
    ]);
    expect(orders).toEqual(Array.from({ length: 4500 }, (_, i) => `SO-${i}`));
    expect(chunks).toEqual([
      { chunk: 0, orders: 2000 },
      { chunk: 1, orders: 2000 },
      { chunk: 2, orders: 500 },
    ]);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(4500);
  });

  it('takes the same orders from each format, packed or not', async () => {
    const { test } = await createTestAccount(db);
    const csv = `external_order_id,destination_zip,sku,quantity\nSO-1,60614,A,1\nSO-2,60614,A,1\n`;
    const json = JSON.stringify({
      orders: lines(2, 1)
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text)),
    });
    await receiveRun(deps, test, aRequest(lines(2, 1)));
    await receiveRun(deps, test, aRequest(csv, { format: 'csv' }));
    await receiveRun(deps, test, aRequest(gzipSync(json), { format: 'json', encoding: 'gzip' }));
    const { rows } = await db.pool.query(
      `SELECT destination_zip, lines::text FROM orders WHERE ledger_id = $1 GROUP BY 1, 2`,
      [test.ledger_id],
    );
    expect(rows).toEqual([{ destination_zip: '60614', lines: '[["A",1]]' }]);
    expect((await stored(test.ledger_id)).orders).toEqual(['SO-1', 'SO-2', 'SO-1', 'SO-2', 'SO-1', 'SO-2']);
    expect((await stored(test.ledger_id)).runs).toMatchObject([{ usage_day: null }, {}, {}]);
  });

  it('shows the run to its client while it comes in, in a chunk once that is full', async () => {
    const { test } = await createTestAccount(db);
    const body = new PassThrough();
    const receiving = receiveRun(deps, test, aRequest(body));
    body.write(lines(2500));
    await untilReceived(test.ledger_id, 2000);
    expect((await stored(test.ledger_id)).runs).toMatchObject([
      { status: 'queued', phase: 'receiving', orders_total: 2000, accepted: false },
    ]);
    body.end();
    expect(await receiving).toMatchObject({ orders_total: 2500 });
  });

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

  it('keeps nothing of a document that proves to be none at its end', async () => {
    const { test } = await createTestAccount(db);
    const orders = lines(2500).trim().split('\n').join(',');
    const receiving = receiveRun(deps, test, aRequest(`{"orders": [${orders}]`, { format: 'json' }));
    await expect(receiving).rejects.toMatchObject({ code: 'invalid_json' });
    expect(await stored(test.ledger_id)).toEqual(NOTHING);
  });

  it('keeps a run that was cancelled meanwhile as cancelled, without orders', async () => {
    const { test } = await createTestAccount(db);
    const body = new PassThrough();
    const receiving = receiveRun(deps, test, aRequest(body));
    body.write(lines(2500));
    const runId = await untilReceived(test.ledger_id, 2000);
    await cancelRun(db, test.ledger_id, runId);
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

  it('keep those that were cancelled, without orders', async () => {
    const { test } = await createTestAccount(db);
    const bodies = Array.from({ length: 4 }, () => new PassThrough());
    const ended = Promise.allSettled(bodies.map((body) => receiveRun(deps, test, aRequest(body))));
    for (const body of bodies) body.write(lines(3));
    await expect.poll(async () => (await stored(test.ledger_id)).runs.length).toBe(bodies.length);
    const { runs } = await stored(test.ledger_id);
    const cancelled = runs.slice(1, 3).map(({ id }) => id);
    await db.pool.query(`UPDATE runs SET status = 'cancelling' WHERE id = ANY($1)`, [cancelled]);
    for (const body of bodies) body.destroy();
    await ended;
    const left = await stored(test.ledger_id);
    expect(left.runs.map(({ id, status, phase }) => [id, status, phase])).toEqual(
      cancelled.map((id) => [id, 'cancelled', 'done']),
    );
    expect([left.orders, left.chunks]).toEqual([[], []]);
  });
});

describe('a run with faulty orders', () => {
  const HEADER = 'external_order_id,destination_zip,sku,quantity\n';
  // Every kind of fault there is in a row, at 37 places of 9,000, some of them repeated order IDs.
  const faulty = new Map(Array.from({ length: 37 }, (_, i) => [100 + i * 237, i]));
  const csv =
    HEADER +
    Array.from({ length: 9000 }, (_, i) => {
      const kind = faulty.get(i);
      if (kind === undefined) return `SO-${i},60614,A,1\n`;
      return [`SO-${i},60614,A,0\n`, `SO-${i},60614,,1\n`, `SO-${i},60614\n`, `SO-7,60614,A,1\n`][kind % 4];
    }).join('');
  const faultyLines = [...faulty.keys()].map((row) => row + 2);

  it('is refused with the lines of its faults, and nothing of it is kept', async () => {
    const { live } = await createTestAccount(db);
    const receiving = receiveRun(deps, live, aRequest(csv, { format: 'csv' }));
    const error = await receiving.then(null, (reason) => reason);
    expect(error).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^37 orders are faulty: line 102: quantity: /),
    });
    const reported = (error.faults as { path: string }[]).map(({ path }) =>
      Number(/^line (\d+)/.exec(path)![1]),
    );
    expect(reported).toEqual(faultyLines);
    expect(error.faults[3]).toEqual({
      path: 'line 813: external_order_id',
      message: expect.stringMatching(/^order ID "SO-7" came before in this run\. .* must be neighbours/),
    });
    expect(await stored(live.ledger_id)).toEqual(NOTHING);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(0);
  });

  it('has the code of a batch where all its faults are repeated order IDs, with their lines', async () => {
    const { live } = await createTestAccount(db);
    const again = `${HEADER}SO-1,60614,A,1\nSO-2,60614,A,1\nSO-1,60614,A,1\n`;
    await expect(receiveRun(deps, live, aRequest(again, { format: 'csv' }))).rejects.toMatchObject({
      code: 'duplicate_order_id',
      status: 422,
      faults: [{ path: 'line 4: external_order_id' }],
    });
  });

  it('is taken without them where that is asked for, and they are listed', async () => {
    const { live } = await createTestAccount(db);
    const received = await receiveRun(deps, live, aRequest(csv, { format: 'csv', on_invalid: 'skip' }));
    // SO-7, whose rows are apart, is left out with its first row.
    expect(received).toMatchObject({ orders_total: 8962, fault_count: 37 });
    const { rows } = await db.pool.query('SELECT * FROM run_faults WHERE run_id = $1 ORDER BY fault', [
      received.id,
    ]);
    expect(rows.map((row) => row.line)).toEqual(faultyLines);
    expect(rows.map((row) => row.fault)).toEqual(rows.map((_, index) => index));
    const { orders, runs } = await stored(live.ledger_id);
    expect(orders.length).toBe(8962);
    expect(new Set(orders).size).toBe(8962);
    expect(runs).toMatchObject([{ orders_total: 8962, fault_count: 37 }]);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(8962);
  });

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
      { numRuns: 10 },
    );
  });

  it('has no chunk left of orders that are all left out, and is refused if no order is left', async () => {
    const { test } = await createTestAccount(db);
    const rows = (id: string, count: number) => `${id},60614,A,1\n`.repeat(count);
    const half = `1,60614,A,1\n${rows('2', 1)}1,60614,A,1\n${rows('2', 1)}`;
    const request = (csv: string) => aRequest(HEADER + csv, { format: 'csv', on_invalid: 'skip' });
    await expect(receiveRun(deps, test, request(half))).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^2 orders are faulty: line 4: external_order_id/),
    });
    expect(await stored(test.ledger_id)).toEqual(NOTHING);
  });

  it('is refused with the first hundred of more', async () => {
    const { test } = await createTestAccount(db);
    const body = Array.from({ length: 5000 }, (_, i) => line(i, i % 2)).join('');
    const error = await receiveRun(deps, test, aRequest(body)).then(null, (reason) => reason);
    expect(error.message).toMatch(/^At least 250 orders are faulty/);
    expect(error.faults.length).toBe(100);
    expect(await stored(test.ledger_id)).toEqual(NOTHING);
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

  it.each(['reject', 'skip'] as const)('is refused (%s) where no order is good', async (on_invalid) => {
    const { test } = await createTestAccount(db);
    const receiving = receiveRun(deps, test, aRequest(line('1', 0), { on_invalid }));
    await expect(receiving).rejects.toMatchObject({
      code: 'validation_failed',
      faults: [{ path: 'line 1: lines[0].quantity' }],
    });
    await expect(receiveRun(deps, test, aRequest('\n', { on_invalid }))).rejects.toMatchObject({
      code: 'validation_failed',
      faults: [{ path: 'body', message: 'must hold at least one order' }],
    });
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
      { numRuns: 5 },
    );
  });
});

describe('a plan', () => {
  it('admits what fits it exactly, and nothing of what does not', async () => {
    const { live } = await createTestAccount(db, { client: { plan: 'trial' } });
    await expect(receiveRun(deps, live, aRequest(lines(16)))).rejects.toMatchObject({
      code: 'usage_limit',
      message: expect.stringMatching(/15 routed orders in total; 15 remain and this run contains 16 orders/),
    });
    expect(await stored(live.ledger_id)).toEqual(NOTHING);
    expect(await receiveRun(deps, live, aRequest(lines(15)))).toMatchObject({ orders_total: 15 });
    await expect(receiveRun(deps, live, aRequest(lines(1)))).rejects.toMatchObject({ code: 'usage_limit' });
    expect((await usageOf(db.pool, live, new Date())).used).toBe(15);
  });

  it('refuses a run that cannot fit before all of it has come', async () => {
    const { live } = await createTestAccount(db, { client: { plan: 'trial' } });
    const body = new PassThrough();
    const receiving = receiveRun(deps, live, aRequest(body));
    body.write(lines(2500));
    await expect(receiving).rejects.toMatchObject({ code: 'usage_limit' });
    // the sender may go on, to read its answer
    body.end(lines(2500));
    await new Promise((resolve) => body.once('end', resolve));
  });

  it('is never passed by runs that come together', async () => {
    const { live } = await createTestAccount(db, { client: { plan: 'trial' } });
    const sent = Array.from({ length: 6 }, (_, i) => receiveRun(deps, live, aRequest(lines(4, 10 * i))));
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(12);
    expect((await stored(live.ledger_id)).orders.length).toBe(12);
  });
});

describe('an Idempotency-Key', () => {
  const idempotency = { key: 'k-1', endpoint: 'POST /runs' };

  it('gives the first run again for the same body, and conflicts with another', async () => {
    const { live } = await createTestAccount(db);
    const first = await receiveRun(deps, live, aRequest(lines(3), { idempotency }));
    const again = await receiveRun(deps, live, aRequest(lines(3), { idempotency }));
    expect(again).toEqual({ ...first, replayed: true });
    const conflict = { code: 'idempotency_conflict', status: 409 };
    await expect(receiveRun(deps, live, aRequest(lines(4), { idempotency }))).rejects.toMatchObject(conflict);
    const elsewhere = { ...idempotency, endpoint: 'POST /runs?on_invalid=skip' };
    await expect(
      receiveRun(deps, live, aRequest(lines(3), { idempotency: elsewhere })),
    ).rejects.toMatchObject(conflict);
    expect((await stored(live.ledger_id)).runs.length).toBe(1);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(3);
  });

  it('makes one run of requests that come together, in several processes', async () => {
    const { live } = await createTestAccount(db);
    const processes = [deps, anotherProcess(), anotherProcess()];
    const received = await Promise.all(
      processes.map((each) => receiveRun(each, live, aRequest(lines(2500), { idempotency }))),
    );
    expect(new Set(received.map((run) => run.id)).size).toBe(1);
    expect(received.filter((run) => !run.replayed).length).toBe(1);
    const { runs, orders } = await stored(live.ledger_id);
    expect(runs.length).toBe(1);
    expect(orders.length).toBe(2500);
    expect((await usageOf(db.pool, live, new Date())).used).toBe(2500);
  });

  it('gives the run again, also when that has used up the plan', async () => {
    const { live } = await createTestAccount(db, { client: { plan: 'trial' } });
    const send = () => receiveRun(deps, live, aRequest(lines(15), { idempotency }));
    const received = await Promise.all([send(), send(), send()]);
    expect(new Set(received.map((run) => run.id)).size).toBe(1);
    expect((await stored(live.ledger_id)).runs.length).toBe(1);
  });

  it('is free again after a request that was refused', async () => {
    const { test } = await createTestAccount(db);
    await expect(receiveRun(deps, test, aRequest(line(1, 0), { idempotency }))).rejects.toThrow();
    expect(await receiveRun(deps, test, aRequest(line(1), { idempotency }))).toMatchObject({
      replayed: false,
    });
  });
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
