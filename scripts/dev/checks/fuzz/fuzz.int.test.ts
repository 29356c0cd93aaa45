import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, PASSWORD } from '../../../../api/test/account/people.ts';
import { openApi, type TestApi } from '../../../../api/test/api.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { createTestDatabase } from '../../../../shared/testing/test-database.ts';
import { Document } from './document.ts';
import { call, createFuzzAccount, signIn } from './fuzz-account.ts';
import { fuzzOperation } from './fuzz-operations.ts';
import { runFuzz } from './run-fuzz.ts';
import { closeConnections } from './send-request.ts';
import { faultLines } from './summary.ts';
import { FuzzTally } from './tally.ts';

let db: Database;
let api: TestApi;
let base: string;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await openApi(db, { trustProxy: 'loopback' });
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await api.close();
  await db.close();
});

it.each(['PATCH /account/v1/settings/{name}', 'PUT /account/v1/account'])(
  'makes requests that succeed for %s',
  async (route) => {
    const { email } = await aPerson(db, 'operator');
    const document = new Document('account', await call(base, {}, 'GET', '/account/openapi.json'));
    const operation = document.operations.find(({ method, path }) => `${method} ${path}` === route)!;
    const account = await createFuzzAccount(
      base,
      await signIn(base, email, PASSWORD),
      route.slice(0, 3).toLowerCase(),
    );
    const tally = new FuzzTally();
    await fuzzOperation(base, operation, account, { seed: 1, count: 100, tally });
    closeConnections();
    expect([...tally.faults.values()].flatMap(faultLines)).toEqual([]);
    expect(tally.routes.get(route)![0]).toBeGreaterThan(0);
  },
);

it('answers what its documents allow, nearly allow or forbid as they say', async () => {
  const { email } = await aPerson(db, 'operator');
  const tally = new FuzzTally();
  await runFuzz(base, { seed: 1, requests: 400, operator: { email, password: PASSWORD }, tally });
  expect([...tally.faults.values()].flatMap(faultLines)).toEqual([]);
  const successes = [...tally.routes.values()].reduce((sum, [ok = 0]) => sum + ok, 0);
  expect(successes).toBeGreaterThan(200);
  expect(tally.requests).toBeGreaterThan(2000);
});
