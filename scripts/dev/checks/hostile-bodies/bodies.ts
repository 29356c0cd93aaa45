import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { inParts } from '../../harness/orders.ts';

/** A body that costs its reader far more than it costs its sender, and where it is sent. */
export interface HostileBody {
  /** By default POST. */
  readonly method?: 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Each call gives a new stream. */
  readonly open: () => Readable;
}

/** The client that sends them. */
export const ATTACKER = 'attacker';

const JSON_TYPE = 'application/json';
const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const RUNS = '/api/v1/runs';
const UPLOADS = '/api/v1/inventory/uploads';
const LANES = '/account/v1/transit/lanes';
const ACCOUNT = '/account/v1/account';

/** Bytes that are sent at once. */
const PIECE_BYTES = 256 * 1024;

const STOCK_HEADER = 'sku,warehouse_id,quantity_available\n';
const ORDER_HEAD = '"external_order_id":"SO-1","destination_zip":"60614"';
const ONE_LINE = '"lines":[{"sku":"SKU-1","quantity":1}]';

const orderOfKeys = (keys: number) => () =>
  numbered(`{${ORDER_HEAD},${ONE_LINE},"raw_order_data":{"k":1`, keys, (key) => `,"k${key}":1`, '}}');
const orderOfLines = (lines: number) => () => repeated(`{${ORDER_HEAD},"lines":[{}`, ',{}', lines - 1, ']}');
const blankLines = (lines: number) => () =>
  repeated('external_order_id,destination_zip,sku,quantity\n', '\n', lines);
const stockRows = (rows: number) => () => repeated(STOCK_HEADER, 'x,,y\n', rows);
const emptyOrders = (orders: number) => () => repeated('', '{}\n', orders);

/** The bodies that the service must withstand. Those without compression have at most 32 MiB. */
export const HOSTILE_BODIES: Readonly<Record<string, HostileBody>> = {
  'an order with 300,000 keys': plain(ROUTE, JSON_TYPE, orderOfKeys(300_000)),
  'an order with 2.5 million keys': plain(ROUTE, JSON_TYPE, orderOfKeys(2_500_000)),
  'an order with 10 million lines {}': plain(ROUTE, JSON_TYPE, orderOfLines(10_000_000)),
  'a batch of an order with 300,000 keys': plain(BATCH, JSON_TYPE, batchOf(orderOfKeys(300_000))),
  'a batch of an order with 10 million lines {}': plain(BATCH, JSON_TYPE, batchOf(orderOfLines(10_000_000))),
  'an order as CSV of 30 million blank lines': plain(ROUTE, CSV, blankLines(30_000_000)),
  'a batch as CSV of 30 million blank lines': plain(BATCH, CSV, blankLines(30_000_000)),
  'a run as CSV of 30 million blank lines': plain(RUNS, CSV, blankLines(30_000_000)),
  'an upload of 3 million rows x,,y': plain(UPLOADS, CSV, stockRows(3_000_000)),
  'a run of 3 million lines {}': plain(RUNS, NDJSON, emptyOrders(3_000_000)),
  'the same, faulty orders skipped': plain(`${RUNS}?on_invalid=skip`, NDJSON, emptyOrders(3_000_000)),
  'a packed run of 60 million blank lines': packed(RUNS, CSV, blankLines(60_000_000)),
  'a packed run of 20 million lines {}': packed(RUNS, NDJSON, emptyOrders(20_000_000)),
  'a packed upload of 12 million rows x,,y': packed(UPLOADS, CSV, stockRows(12_000_000)),
  'a lane table of 200,000 lines': plain(LANES, CSV, laneTable('EWR1', 'ATL1')),
  'a lane table with 200,000 faults': plain(LANES, CSV, laneTable('NOWHERE', 'NOT-THERE')),
  'an account file of 50,000 rules': {
    ...plain(ACCOUNT, JSON_TYPE, () =>
      numbered(
        `{"client":{"slug":"${ATTACKER}"},"item_controls":[{"sku":"S","rule":"hold"}`,
        49_999,
        (rule) => `,{"sku":"S${rule}","rule":"hold"}`,
        ']}',
      ),
    ),
    method: 'PUT',
  },
};

type Pieces = () => Iterable<string>;

function plain(path: string, type: string, pieces: Pieces): HostileBody {
  return { path, headers: { 'content-type': type }, open: () => Readable.from(inParts(pieces())) };
}

function packed(path: string, type: string, pieces: Pieces): HostileBody {
  const { headers, open } = plain(path, type, pieces);
  return { path, headers: { ...headers, 'content-encoding': 'gzip' }, open: () => open().pipe(createGzip()) };
}

function batchOf(order: Pieces): Pieces {
  return function* () {
    yield '{"orders":[';
    yield* order();
    yield ']}';
  };
}

/** A line for each of 100,000 ZIPs from each warehouse. */
function laneTable(...warehouseIds: readonly string[]): Pieces {
  return function* () {
    yield 'warehouse_id,destination_zip,transit_days\n';
    for (const id of warehouseIds)
      yield* numbered('', 100_000, (zip) => `${id},${String(zip).padStart(5, '0')},${1 + (zip % 7)}\n`);
  };
}

function* numbered(head: string, times: number, text: (n: number) => string, end = ''): Generator<string> {
  yield head;
  for (let n = 0; n < times; n += 1) yield text(n);
  yield end;
}

function* repeated(head: string, text: string, times: number, end = ''): Generator<string> {
  const atOnce = Math.floor(PIECE_BYTES / text.length);
  const piece = text.repeat(atOnce);
  yield head;
  let left = times;
  for (; left >= atOnce; left -= atOnce) yield piece;
  yield text.repeat(left) + end;
}
