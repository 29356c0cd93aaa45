import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../../../../api/test/api.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { type OpenApiDocument, operationAt } from '../../../../shared/testing/openapi-document.ts';
import { createTestDatabase } from '../../../../shared/testing/test-database.ts';
import { closeConnections } from '../../harness/http.ts';
import { createFuzzAccount, type FuzzAccount } from './account.ts';
import { ENOUGH_ANSWERS, Fuzzer, readDocuments } from './run-fuzz.ts';

let db: Database;
let api: TestApi;
let base: string;
let documents: readonly OpenApiDocument[];
let account: FuzzAccount;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await openApi(db, { trustProxy: 'loopback' });
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  documents = await readDocuments(base);
  account = await createFuzzAccount(db, base, 'recorded');
});
afterAll(async () => {
  closeConnections();
  await api.close();
  await db.close();
});

const ORDER =
  '{"external_order_id":"REC-1","destination_zip":"10001","lines":[{"sku":"CHAIR","quantity":1}]}';
const RULE = { sku: 'TABLE', rule: 'restrict', warehouse_ids: ['EWR1'] };
const HOLD = { sku: 'TABLE', rule: 'hold' };
const [RULES, TRANSIT] = ['/account/v1/item-controls', '/account/v1/transit'];
const [AUDIT, CONFIGURATION] = [
  'GET /account/v1/service/audit',
  '/account/v1/configurations/{configuration_id}',
];
const CARRIER = { provider: 'http', adapter: 'json', url: '' };
const ROUTE = 'POST /api/v1/orders/route?dry_run=true';
const JSON_TYPE = { 'content-type': 'application/json' };
const CSV_TYPE = { 'content-type': 'text/csv' };
const UTF_16 = { 'content-type': 'application/json; charset=utf-16' };
const packed = (encoding: string) => ({ ...JSON_TYPE, 'content-encoding': encoding });

type Recorded = readonly [
  name: string,
  caller: keyof FuzzAccount['callers'],
  /** `{…}` is the first known value of that name. */
  request: string,
  status: number,
  /** JSON if it is an object. */
  body?: object | string | Buffer | undefined,
  headers?: Readonly<Record<string, string>>,
];

/** Requests that once showed a fault, or are like one, in this order on one account. */
const RECORDED: readonly Recorded[] = [
  ['a rule with warehouse_ids', 'owner', `POST ${RULES}`, 201, RULE],
  ['a hold', 'owner', `POST ${RULES}`, 201, HOLD],
  ['the same hold again', 'owner', `POST ${RULES}`, 422, HOLD],
  ['a change by a member of another rule', 'owner', `PATCH ${RULES}/{rule_id}`, 422, { days: 0 }],
  ['a stale If-Match', 'owner', `DELETE ${RULES}/{rule_id}`, 412, undefined, { 'if-match': '"stale"' }],
  ['the provider table without a table', 'owner', `PATCH ${TRANSIT}`, 422, { provider: 'table' }],
  ['a change of transit that changes nothing', 'owner', `PATCH ${TRANSIT}`, 200, {}],
  ['20,000 levels', 'owner', `PATCH ${TRANSIT}`, 422, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['a carrier without an address', 'operator', `PATCH ${TRANSIT}?client={slug}`, 422, CARRIER],
  ['a value of another setting', 'owner', 'PATCH /account/v1/settings/{name}', 422, { value: false }],
  ['a zone that there is', 'owner', 'GET /account/v1/overview?zone=America/Chicago&environment=test', 200],
  ['a flag of another word', 'owner', 'GET /account/v1/audit?requests=no', 200],
  ['a flag in capitals', 'owner', 'GET /account/v1/audit?requests=FALSE', 200],
  ['a flag that is neither', 'owner', 'GET /account/v1/audit?requests=maybe', 422],
  ['an empty flag', 'owner', 'GET /account/v1/audit?requests=', 422],
  ['without_client that is neither', 'operator', `${AUDIT}?without_client=2`, 422],
  ['without_client beside client', 'operator', `${AUDIT}?without_client=true&client={slug}`, 422],
  ['dry_run that is neither', 'owner', `POST ${CONFIGURATION}/restore?dry_run=perhaps`, 422],
  ['use that is neither', 'owner', `POST ${TRANSIT}/lanes?use=2`, 422, 'zip,days\n10001,1\n', CSV_TYPE],
  ['a parameter nobody knows', 'test', 'GET /api/v1/runs?__proto__=1', 400],
  ['an id beyond doubles', 'test', 'GET /api/v1/runs/9007199254740993', 422],
  ['an id that is no UTF-8', 'test', 'GET /api/v1/orders/%ff', 400],
  ['an id with a NUL', 'test', 'GET /api/v1/orders/a%00', 422],
  ['an id that leads up', 'test', 'GET /api/v1/orders/..%2f..%2fme', 404],
  ['an id that sleeps', 'test', "GET /api/v1/orders/'%3B%20SELECT%20pg_sleep(20)%3B%20--", 404],
  ['half a cursor', 'test', 'GET /api/v1/runs?cursor=eyJ', 422],
  ['JSON has no charset', 'test', ROUTE, 200, ORDER, UTF_16],
  ['a body without a type', 'test', ROUTE, 415, ORDER, {}],
  ['a broken gzip', 'test', 'POST /api/v1/runs', 400, gzipSync(ORDER).subarray(0, 15), packed('gzip')],
  ['two encodings', 'test', 'POST /api/v1/runs', 415, gzipSync(gzipSync(ORDER)), packed('gzip, gzip')],
  ['bytes that are no UTF-8', 'test', ROUTE, 400, Buffer.from(ORDER.replace('HA', 'H\xff'), 'latin1')],
  ['a hundred thousand brackets', 'test', ROUTE, 400, '['.repeat(100_000)],
  ['a number beyond doubles', 'test', ROUTE, 422, ORDER.replace('y":1', 'y":1e999')],
  ['a prototype', 'test', ROUTE, 422, ORDER.replace('{', '{"__proto__":{"x":1},')],
  ['half a character', 'test', ROUTE, 422, ORDER.replace('REC-1', '\\ud800')],
  ['a NUL in a text', 'test', ROUTE, 422, ORDER.replace('REC-1', '\\u0000')],
];

it.each(RECORDED.map((recorded) => [recorded[0], recorded] as const))('%s', async (_, recorded) => {
  const [, caller, asked, status, body, headers = JSON_TYPE] = recorded;
  const [method = '', path = ''] = asked.split(' ');
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(String(account.known[name]![0])),
  );
  const text = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body;
  const bytes = text === undefined ? null : Buffer.from(text as string);
  const typed = bytes === null && headers === JSON_TYPE ? {} : headers;
  const request = { method, url, headers: typed, body: bytes, expects: 'any' as const };
  const fuzzer = new Fuzzer(base, db);
  const operation = operationAt(documents, method, url)!;
  const answer = await fuzzer.send(operation, request, account.callers[caller], true);
  expect(`${answer.status} ${answer.text}`).toMatch(new RegExp(`^${status} `));
  expect([...fuzzer.faults.values()]).toEqual([]);
});

it('answers what its documents allow, nearly allow or forbid as they say', async () => {
  const fuzzer = new Fuzzer(base, db);
  await fuzzer.run({ seed: 1, requests: 1500 });
  expect([...fuzzer.faults.values()]).toEqual([]);
  const successes = [...fuzzer.routes.values()].reduce((sum, [ok = 0]) => sum + ok, 0);
  expect(successes).toBeGreaterThan(300);
});

it('counts an operation without a success as a fault after many answers only', () => {
  const faultsAfter = (...statuses: number[]) => {
    const fuzzer = new Fuzzer(base, db);
    for (const status of statuses) fuzzer.count('GET /api/v1/runs', status);
    fuzzer.expectSuccesses();
    return [...fuzzer.faults.keys()];
  };
  const refused = Array<number>(ENOUGH_ANSWERS).fill(422);
  expect(faultsAfter(...refused)).toEqual(['successful_answer | GET /api/v1/runs']);
  expect(faultsAfter(...refused.slice(1))).toEqual([]);
  expect(faultsAfter(...refused, 201)).toEqual([]);
});
