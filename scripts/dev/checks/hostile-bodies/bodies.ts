import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { inParts } from '../../harness/orders.ts';

/** A body that costs its reader far more than it costs its sender, and where it is sent. */
export interface HostileBody {
  readonly name: string;
  /** By default POST. */
  readonly method?: 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
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

const ORDERS_HEADER = 'external_order_id,destination_zip,sku,quantity\n';
const ORDER_HEAD = '"external_order_id":"SO-1","destination_zip":"60614"';
const ONE_LINE = '"lines":[{"sku":"SKU-1","quantity":1}]';

/** The bodies that the service must withstand. Those without compression have at most 32 MiB. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  plain('an order with 300,000 keys', ROUTE, JSON_TYPE, () => orderOfKeys(300_000)),
  plain('an order with 2.5 million keys', ROUTE, JSON_TYPE, () => orderOfKeys(2_500_000)),
  plain('an order with 10 million lines {}', ROUTE, JSON_TYPE, () => orderOfLines(10_000_000)),
  plain('a batch of an order with 300,000 keys', BATCH, JSON_TYPE, () => batchOf(orderOfKeys(300_000))),
  plain('a batch of an order with 10 million lines {}', BATCH, JSON_TYPE, () =>
    batchOf(orderOfLines(10_000_000)),
  ),
  plain('an order as CSV of 30 million blank lines', ROUTE, CSV, () =>
    repeated(ORDERS_HEADER, '\n', 30_000_000),
  ),
  plain('a batch as CSV of 30 million blank lines', BATCH, CSV, () =>
    repeated(ORDERS_HEADER, '\n', 30_000_000),
  ),
  plain('a run as CSV of 30 million blank lines', RUNS, CSV, () => repeated(ORDERS_HEADER, '\n', 30_000_000)),
  plain('an upload of 3 million rows x,,y', UPLOADS, CSV, uploadOfRows),
  plain('a run of 3 million lines {}', RUNS, NDJSON, runOfEmptyOrders),
  plain('the same, faulty orders skipped', `${RUNS}?on_invalid=skip`, NDJSON, runOfEmptyOrders),
  packed('a packed run of 60 million blank lines', RUNS, CSV, () =>
    repeated(ORDERS_HEADER, '\n', 60_000_000),
  ),
  packed('a packed run of 20 million lines {}', RUNS, NDJSON, () => repeated('', '{}\n', 20_000_000)),
  packed('a packed upload of 12 million rows x,,y', UPLOADS, CSV, () =>
    repeated('sku,warehouse_id,quantity_available\n', 'x,,y\n', 12_000_000),
  ),
  plain('a lane table of 200,000 lines', LANES, CSV, () => laneTable(['EWR1', 'ATL1'])),
  plain('a lane table with 200,000 faults', LANES, CSV, () => laneTable(['NOWHERE', 'NOT-THERE'])),
  { ...plain('an account file of 50,000 rules', ACCOUNT, JSON_TYPE, accountOfRules), method: 'PUT' },
];

type Pieces = () => Iterable<string>;

function plain(name: string, path: string, type: string, pieces: Pieces): HostileBody {
  return { name, path, headers: { 'content-type': type }, open: () => Readable.from(inParts(pieces())) };
}

function packed(name: string, path: string, type: string, pieces: Pieces): HostileBody {
  const headers = { 'content-type': type, 'content-encoding': 'gzip' };
  return { name, path, headers, open: () => Readable.from(inParts(pieces())).pipe(createGzip()) };
}

function* orderOfKeys(keys: number): Generator<string> {
  yield `{${ORDER_HEAD},${ONE_LINE},"raw_order_data":{"k":1`;
  for (let key = 0; key < keys; key += 1) yield `,"k${key}":1`;
  yield '}}';
}

function* orderOfLines(lines: number): Generator<string> {
  yield `{${ORDER_HEAD},`;
  yield* repeated('"lines":[{}', ',{}', lines - 1);
  yield ']}';
}

function* batchOf(order: Iterable<string>): Generator<string> {
  yield '{"orders":[';
  yield* order;
  yield ']}';
}

function uploadOfRows(): Iterable<string> {
  return repeated('sku,warehouse_id,quantity_available\n', 'x,,y\n', 3_000_000);
}

function runOfEmptyOrders(): Iterable<string> {
  return repeated('', '{}\n', 3_000_000);
}

/** A line for each of 100,000 ZIPs from each warehouse. */
function* laneTable(warehouseIds: readonly string[]): Generator<string> {
  yield 'warehouse_id,destination_zip,transit_days\n';
  for (const id of warehouseIds)
    for (let zip = 0; zip < 100_000; zip += 1)
      yield `${id},${String(zip).padStart(5, '0')},${1 + (zip % 7)}\n`;
}

function* accountOfRules(): Generator<string> {
  yield `{"client":{"slug":"${ATTACKER}"},"item_controls":[{"sku":"S","rule":"hold"}`;
  for (let rule = 1; rule < 50_000; rule += 1) yield `,{"sku":"S${rule}","rule":"hold"}`;
  yield ']}';
}

function* repeated(head: string, text: string, times: number): Generator<string> {
  yield head;
  const atOnce = Math.floor(PIECE_BYTES / text.length);
  const piece = text.repeat(atOnce);
  let left = times;
  for (; left >= atOnce; left -= atOnce) yield piece;
  yield text.repeat(left);
}
