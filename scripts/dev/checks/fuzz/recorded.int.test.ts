import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, PASSWORD } from '../../../../api/test/account/people.ts';
import { openApi, type TestApi } from '../../../../api/test/api.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { createTestDatabase } from '../../../../shared/testing/test-database.ts';
import { codeOf, contractFaults } from './checks.ts';
import { Document } from './document.ts';
import { call, createFuzzAccount, type FuzzAccount, signIn } from './fuzz-account.ts';
import { RECORDED_CASES, type RecordedCase } from './recorded-cases.ts';
import type { FuzzRequest } from './requests.ts';
import { closeConnections, sendRequest } from './send-request.ts';
import { operationAt } from './sequences.ts';

let db: Database;
let api: TestApi;
let base: string;
let documents: readonly Document[];
let account: FuzzAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  api = await openApi(db, { trustProxy: 'loopback' });
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { email } = await aPerson(db, 'operator');
  account = await createFuzzAccount(base, await signIn(base, email, PASSWORD), 'recorded');
  documents = [
    new Document('customer', await call(base, {}, 'GET', '/openapi.json')),
    new Document('account', await call(base, {}, 'GET', '/account/openapi.json')),
  ];
});
afterAll(async () => {
  closeConnections();
  await api.close();
  await db.close();
});

/** The request as it is sent. */
function written({ request, headers, body }: RecordedCase): FuzzRequest {
  const [method = '', path = ''] = request.split(' ');
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(account.known[name]![0])));
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = body === undefined ? null : Buffer.from(isJson ? JSON.stringify(body) : (body as Buffer));
  const typed = isJson ? { 'content-type': 'application/json', ...headers } : (headers ?? {});
  return { method, url, headers: typed, body: bytes, expects: 'any' };
}

it.each(RECORDED_CASES.map((each) => [each.name, each] as const))('%s', async (_, recorded) => {
  const request = written(recorded);
  const answer = await sendRequest(base, request, account.callers[recorded.caller]);
  expect(`${answer.status} ${answer.body}`).toMatch(new RegExp(`^${recorded.status} `));
  if (recorded.code !== undefined) expect(codeOf(answer)).toBe(recorded.code);
  const operation = operationAt(documents, request.method, request.url);
  expect(operation === null ? [] : contractFaults({ operation, request, answer, isOdd: true })).toEqual([]);
});
