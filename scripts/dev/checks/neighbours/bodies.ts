import { type ClientRequest, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { inParts } from '../../harness/orders.ts';
import { type Ask, type Attack, atOnce } from './attacker.ts';
import type { Scenario } from './play.ts';
import { BODIES, UNHURRIED } from './stages.ts';

const JSON_TYPE = 'application/json';
const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const RUNS = '/api/v1/runs';
const UPLOADS = '/api/v1/inventory/uploads';
const LANES = '/account/v1/transit/lanes';
const ACCOUNT = '/account/v1/account';

const STOCK_HEADER = 'sku,warehouse_id,quantity_available\n';
const ORDER_HEAD = '"external_order_id":"SO-1","destination_zip":"60614"';
const ONE_LINE = '"lines":[{"sku":"SKU-1","quantity":1}]';

type Pieces = () => Iterable<string>;

function* numbered(head: string, times: number, text: (n: number) => string, end = ''): Generator<string> {
  yield head;
  for (let n = 0; n < times; n += 1) yield text(n);
  yield end;
}

/** As parts of many repetitions. */
function* repeated(head: string, text: string, times: number, end = ''): Generator<string> {
  const atOnce = Math.floor(PIECE_BYTES / text.length);
  const piece = text.repeat(atOnce);
  yield head;
  let left = times;
  for (; left >= atOnce; left -= atOnce) yield piece;
  yield text.repeat(left) + end;
}

const PIECE_BYTES = 256 * 1024;

const orderOfKeys = (keys: number) => () =>
  numbered(`{${ORDER_HEAD},${ONE_LINE},"raw_order_data":{"k":1`, keys, (key) => `,"k${key}":1`, '}}');
const orderOfLines = (lines: number) => () => repeated(`{${ORDER_HEAD},"lines":[{}`, ',{}', lines - 1, ']}');
const blankLines = (lines: number) => () =>
  repeated('external_order_id,destination_zip,sku,quantity\n', '\n', lines);
const stockRows = (rows: number) => () => repeated(STOCK_HEADER, 'x,,y\n', rows);
const emptyOrders = (orders: number) => () => repeated('', '{}\n', orders);
const accountOfRules = (slug: string, rules: number) => () =>
  numbered(
    `{"client":{"slug":"${slug}"},"item_controls":[{"sku":"S","rule":"hold"}`,
    rules - 1,
    (rule) => `,{"sku":"S${rule}","rule":"hold"}`,
    ']}',
  );
const batchOf = (order: Pieces): Pieces =>
  function* () {
    yield '{"orders":[';
    yield* order();
    yield ']}';
  };
/** A line for each of 100,000 ZIPs from each warehouse. */
const laneTable = (...warehouseIds: readonly string[]): Pieces =>
  function* () {
    yield 'warehouse_id,destination_zip,transit_days\n';
    for (const id of warehouseIds)
      yield* numbered('', 100_000, (zip) => `${id},${String(zip).padStart(5, '0')},${1 + (zip % 7)}\n`);
  };

const plain = (path: string, type: string, pieces: Pieces) => (): Ask => ({
  ...{ path, type, body: Readable.from(inParts(pieces())) },
  ...(path.startsWith('/account/') && { as: 'owner' }),
});
const packed = (path: string, type: string, pieces: Pieces) => (): Ask => {
  const body = Readable.from(inParts(pieces())).pipe(createGzip());
  return { path, type, body, headers: { 'content-encoding': 'gzip' } };
};

/** Bodies that cost their reader far more than they cost their sender. Those without compression have at most 32 MiB. */
const ONE_AT_A_TIME: Readonly<Record<string, (n: number, slug: string) => Ask>> = {
  'order of 300,000 keys': plain(ROUTE, JSON_TYPE, orderOfKeys(300_000)),
  'order of 2.5 million keys': plain(ROUTE, JSON_TYPE, orderOfKeys(2_500_000)),
  'order of 10 million lines {}': plain(ROUTE, JSON_TYPE, orderOfLines(10_000_000)),
  'batch of an order of 300,000 keys': plain(BATCH, JSON_TYPE, batchOf(orderOfKeys(300_000))),
  'batch of an order of 10 million lines {}': plain(BATCH, JSON_TYPE, batchOf(orderOfLines(10_000_000))),
  'order as CSV of 30 million blank lines': plain(ROUTE, CSV, blankLines(30_000_000)),
  'batch as CSV of 30 million blank lines': plain(BATCH, CSV, blankLines(30_000_000)),
  'run as CSV of 30 million blank lines': plain(RUNS, CSV, blankLines(30_000_000)),
  'upload of 3 million rows x,,y': plain(UPLOADS, CSV, stockRows(3_000_000)),
  'run of 3 million lines {}': plain(RUNS, NDJSON, emptyOrders(3_000_000)),
  'the same, faulty orders skipped': plain(`${RUNS}?on_invalid=skip`, NDJSON, emptyOrders(3_000_000)),
  'packed run of 60 million blank lines': packed(RUNS, CSV, blankLines(60_000_000)),
  'packed run of 20 million lines {}': packed(RUNS, NDJSON, emptyOrders(20_000_000)),
  'packed upload of 12 million rows x,,y': packed(UPLOADS, CSV, stockRows(12_000_000)),
  'lane table of 200,000 lines': plain(LANES, CSV, laneTable('EWR1', 'ATL1')),
  'lane table of 200,000 faults': plain(LANES, CSV, laneTable('NOWHERE', 'NOT-THERE')),
  'account file of 50,000 rules': (_, slug) => ({
    ...plain(ACCOUNT, JSON_TYPE, accountOfRules(slug, 50_000))(),
    method: 'PUT',
  }),
};

const SIZE = 30 * 1024 * 1024;
function* blanks(): Generator<Buffer> {
  const piece = Buffer.alloc(PIECE_BYTES, ' ');
  for (let sent = 0; sent < SIZE; sent += piece.length) yield piece;
}

/** Arrives fast at first, and then at one byte a second. */
async function* unending(): AsyncGenerator<Buffer> {
  yield* blanks();
  for (;;) {
    await pause(1000);
    yield Buffer.from(' ');
  }
}

/** So many batches of blanks at once. */
const batches = (count: number, blank: () => Iterable<Buffer> | AsyncIterable<Buffer>, headers = {}) =>
  atOnce(count, () => ({ path: BATCH, headers, body: Readable.from(blank()) }), count);

/** More connections at once would be refused by the system. */
const OPENED_TOGETHER = 250;

/** Begins so many runs, which is as many as the service receives at once, and breaks them off together. */
const brokenRuns =
  (count: number): Attack =>
  async (attacker) => {
    const { url, db } = attacker;
    let refused = 0;
    const untilTaken = async (wanted: number) => {
      for (;;) {
        const { rows } = await db.pool.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM runs WHERE phase = 'receiving'`,
        );
        if (rows[0]!.n + refused === wanted) return;
        await pause(100);
      }
    };
    const headers = { authorization: `Bearer ${attacker.secret()}`, 'content-type': NDJSON };
    const begin = () => {
      const run = request(new URL(RUNS, url), { method: 'POST', agent: false, headers });
      run.on('error', () => {}); // a request that is broken off
      run.on('response', (answer) => {
        refused += 1;
        attacker.count(answer.statusCode!);
        answer.resume();
      });
      run.write('{"external_order_id":"SO-1",');
      return run;
    };
    const runs: ClientRequest[] = [];
    while (runs.length < count) {
      const more = Math.min(OPENED_TOGETHER, count - runs.length);
      for (let n = 0; n < more; n++) runs.push(begin());
      await untilTaken(runs.length);
    }
    for (const run of runs) run.destroy();
    await untilTaken(refused);
  };

const hostile = (about: string, attack: Attack, slowestMs: number, stage = BODIES): Scenario => ({
  ...{ about, stage, attack, isHostile: { slowestMs } },
  victims: ['orders of a unit', 'GET /me'],
  callers: 1,
});

/** Harmful request bodies, each sent to its end. All of them are answered, and the process that reads them stays small. */
export const bodyScenarios = (isShort: boolean): Record<string, Scenario> => {
  const [many, endless, runs] = isShort ? [12, 30, 500] : [50, 120, 8000];
  const single = Object.entries(ONE_AT_A_TIME).map(([about, ask], nth) => {
    const attack = atOnce(1, (n, { client }) => ask(n, client.slug), 1);
    return [`bodies-${nth + 1}`, hostile(about, attack, 500)];
  });
  return {
    ...Object.fromEntries(single),
    'bodies-many': hostile(
      `${many} of 30 MiB`,
      batches(many, blanks, { 'content-length': String(SIZE) }),
      1000,
    ),
    'bodies-of-unknown-length': hostile(`${many} of 30 MiB`, batches(many, blanks), 1000),
    'bodies-unending': hostile(`${endless} that never end`, batches(endless, unending), 1000),
    'bodies-broken-off': hostile(`${runs} runs`, brokenRuns(runs), 1000, UNHURRIED),
  };
};
