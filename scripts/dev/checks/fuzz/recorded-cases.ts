import { gzipSync } from 'node:zlib';
import type { FuzzAccount } from './fuzz-account.ts';

/** A request that once showed a fault, or is an example of one, with what its answer must be. */
export interface RecordedCase {
  /** What was wrong, or what the case protects. */
  readonly name: string;
  readonly caller: keyof FuzzAccount['callers'];
  /** Method and URL; `{…}` is the first known value of that name. */
  readonly request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON if it is an object. */
  readonly body?: object | string | Buffer;
  readonly status: number;
  readonly code?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const ORDER = {
  external_order_id: 'REC-1',
  destination_zip: '10001',
  lines: [{ sku: 'CHAIR', quantity: 1 }],
};
const ORDER_TEXT = JSON.stringify(ORDER);
const RULE = { sku: 'TABLE', rule: 'restrict', warehouse_ids: ['EWR1'] };
const HOLD = { sku: 'TABLE', rule: 'hold' };
const ROUTE = 'POST /api/v1/orders/route?dry_run=true';

/** Sent in this order on one account (recorded.int.test.ts). Each fault that is found becomes a case. */
export const RECORDED_CASES: readonly RecordedCase[] = [
  // Members that requests need were marked readOnly: a client made from the document left them out.
  {
    name: 'a rule with warehouse_ids',
    caller: 'owner',
    request: 'POST /account/v1/item-controls',
    body: RULE,
    status: 201,
  },
  // The document promised a 409.
  { name: 'a hold', caller: 'owner', request: 'POST /account/v1/item-controls', body: HOLD, status: 201 },
  {
    name: 'the same hold again is a fault at its place',
    caller: 'owner',
    request: 'POST /account/v1/item-controls',
    body: HOLD,
    status: 422,
    code: 'validation_failed',
  },
  // The documents did not say that these are refused.
  {
    name: 'a change of a rule by a member of another rule',
    caller: 'owner',
    request: 'PATCH /account/v1/item-controls/{rule_id}',
    body: { days: 0 },
    status: 422,
  },
  {
    name: 'the provider table without a table',
    caller: 'owner',
    request: 'PATCH /account/v1/transit',
    body: { provider: 'table' },
    status: 422,
  },
  {
    name: 'a file of lanes, which only the command line reads',
    caller: 'owner',
    request: 'PATCH /account/v1/transit',
    body: { provider: 'table', lanes_file: 'lanes.csv' },
    status: 422,
  },
  {
    name: 'a change of transit that changes nothing: the provider stays',
    caller: 'owner',
    request: 'PATCH /account/v1/transit',
    body: {},
    status: 200,
  },
  {
    name: 'a change of transit with a member of 20,000 levels',
    caller: 'owner',
    request: 'PATCH /account/v1/transit',
    body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    headers: { 'content-type': 'application/json' },
    status: 422,
  },
  {
    name: 'a carrier without an address',
    caller: 'operator',
    request: 'PATCH /account/v1/transit?client={slug}',
    body: { provider: 'http', adapter: 'json', url: '' },
    status: 422,
  },
  {
    name: 'a value that another setting has',
    caller: 'owner',
    request: 'PATCH /account/v1/settings/max_transit_days',
    body: { value: false },
    status: 422,
  },
  {
    name: 'an overview of a zone that there is',
    caller: 'owner',
    request: 'GET /account/v1/overview?zone=America/Chicago&environment=test',
    status: 200,
  },
  {
    name: 'a warehouse again',
    caller: 'owner',
    request: 'POST /account/v1/warehouses',
    body: { warehouse_id: 'EWR1', zip: '08837' },
    status: 409,
  },
  // Flags were documented as any text.
  {
    name: 'a flag of another word',
    caller: 'owner',
    request: 'GET /account/v1/audit?requests=no',
    status: 200,
  },
  {
    name: 'a flag in capitals',
    caller: 'owner',
    request: 'GET /account/v1/audit?requests=FALSE',
    status: 200,
  },
  {
    name: 'a flag that is neither',
    caller: 'owner',
    request: 'GET /account/v1/audit?requests=maybe',
    status: 422,
  },
  { name: 'an empty flag', caller: 'owner', request: 'GET /account/v1/audit?requests=', status: 422 },
  {
    name: 'without_client that is neither',
    caller: 'operator',
    request: 'GET /account/v1/service/audit?without_client=2',
    status: 422,
  },
  {
    name: 'without_client beside client',
    caller: 'operator',
    request: 'GET /account/v1/service/audit?without_client=true&client={slug}',
    status: 422,
  },
  {
    name: 'dry_run that is neither',
    caller: 'owner',
    request: 'POST /account/v1/configurations/{configuration_id}/restore?dry_run=perhaps',
    status: 422,
  },
  {
    name: 'use that is neither',
    caller: 'owner',
    request: 'POST /account/v1/transit/lanes?use=2',
    headers: { 'content-type': 'text/csv' },
    body: 'zip,days\n10001,1\n',
    status: 422,
  },
  { name: 'a parameter nobody knows', caller: 'test', request: 'GET /api/v1/runs?__proto__=1', status: 400 },
  { name: 'an id beyond doubles', caller: 'test', request: 'GET /api/v1/runs/9007199254740993', status: 422 },
  { name: 'an id that is no UTF-8', caller: 'test', request: 'GET /api/v1/orders/%ff', status: 400 },
  { name: 'an id with a NUL', caller: 'test', request: 'GET /api/v1/orders/a%00', status: 422 },
  { name: 'an id that leads up', caller: 'test', request: 'GET /api/v1/orders/..%2f..%2fme', status: 404 },
  {
    name: 'an id that sleeps in SQL',
    caller: 'test',
    request: "GET /api/v1/orders/'%3B%20SELECT%20pg_sleep(6)%3B%20--",
    status: 404,
  },
  { name: 'half a cursor', caller: 'test', request: 'GET /api/v1/runs?cursor=eyJ', status: 422 },
  {
    name: 'a body that is said to be UTF-16: JSON has no charset',
    caller: 'test',
    request: ROUTE,
    headers: { 'content-type': 'application/json; charset=utf-16' },
    body: ORDER_TEXT,
    status: 200,
  },
  {
    name: 'a body without a type',
    caller: 'test',
    request: ROUTE,
    headers: {},
    body: Buffer.from(ORDER_TEXT),
    status: 415,
  },
  {
    name: 'a broken gzip',
    caller: 'test',
    request: ROUTE,
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: gzipSync(ORDER_TEXT).subarray(0, 15),
    status: 400,
  },
  {
    name: 'two encodings',
    caller: 'test',
    request: 'POST /api/v1/runs',
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' },
    body: gzipSync(gzipSync(ORDER_TEXT)),
    status: 415,
  },
  {
    name: 'bytes that are no UTF-8',
    caller: 'test',
    request: ROUTE,
    headers: JSON_TYPE,
    body: Buffer.from(ORDER_TEXT.replace('CHAIR', 'CH\xffIR'), 'latin1'),
    status: 400,
  },
  {
    name: 'a hundred thousand brackets',
    caller: 'test',
    request: ROUTE,
    headers: JSON_TYPE,
    body: Buffer.from('['.repeat(100_000)),
    status: 400,
  },
  {
    name: 'a number beyond doubles',
    caller: 'test',
    request: ROUTE,
    headers: JSON_TYPE,
    body: Buffer.from(ORDER_TEXT.replace('"quantity":1', '"quantity":1e999')),
    status: 422,
  },
  {
    name: 'a prototype',
    caller: 'test',
    request: ROUTE,
    headers: JSON_TYPE,
    body: Buffer.from(ORDER_TEXT.replace('{', '{"__proto__":{"x":1},')),
    status: 400,
  },
  {
    name: 'half a character',
    caller: 'test',
    request: ROUTE,
    headers: JSON_TYPE,
    body: Buffer.from(ORDER_TEXT.replace('REC-1', '\\ud800')),
    status: 422,
  },
  {
    name: 'a NUL in a text',
    caller: 'test',
    request: ROUTE,
    headers: JSON_TYPE,
    body: Buffer.from(ORDER_TEXT.replace('REC-1', '\\u0000')),
    status: 422,
  },
  {
    name: 'a client in the body',
    caller: 'test',
    request: ROUTE,
    body: { ...ORDER, client_id: 1 },
    status: 400,
    code: 'client_id_in_body',
  },
  {
    name: 'a role that owners cannot give',
    caller: 'owner',
    request: 'POST /account/v1/tokens',
    body: { name: 'x', role: 'operator' },
    status: 422,
  },
  {
    name: 'a stale If-Match',
    caller: 'owner',
    request: 'DELETE /account/v1/item-controls/{rule_id}',
    headers: { 'if-match': '"stale"' },
    status: 412,
  },
];
