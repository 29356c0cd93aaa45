import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { markRunFailed } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { aPerson } from './account/people.ts';
import { createTestApi } from './api.ts';

let account: TestAccount;
const api = await createTestApi();
const lanes = createLaneResolver(api.db);
beforeEach(async () => {
  account = await createTestAccount(api.db);
});
afterAll(async () => {
  await lanes.close();
  await api.close();
});

const aRun = () => createAcceptedRun(api.db, account.live, [anOrder(), anOrder()], 1);

async function aFailedRun(): Promise<number> {
  const id = await aRun();
  await markRunFailed(api.db.pool, id, 'It broke.');
  return id;
}

const byKey = () => ({ authorization: `Bearer ${account.keys.live}` });

/** Retries a run with an API key, or by the account API with other headers. */
async function retry(id: number, headers: Record<string, string> = byKey(), path = '/api/v1') {
  const query = path === '/api/v1' ? '' : '?environment=live';
  return api.app.inject({ method: 'POST', url: `${path}/runs/${id}/retry${query}`, headers });
}

const audited = async (id: number) =>
  (await api.db.prisma.auditEntry.findMany({ where: { subject: `runs/${id}` } })).map(
    ({ action, actor_kind, actor }) => [action, actor_kind, actor],
  );

describe('a failed run', () => {
  it('is retried with an API key and completes', async () => {
    const id = await aFailedRun();
    const retried = await retry(id);
    expect([retried.statusCode, retried.json()]).toMatchObject([
      200,
      { routing_run_id: id, status: 'queued', failure: null },
    ]);
    await workRun({ db: api.db, lanes }, id);
    const { json } = await api.app.inject({ url: `/api/v1/runs/${id}`, headers: byKey() });
    expect(json()).toMatchObject({ status: 'completed', orders_routed: 2 });
  });

  it('is retried by a member, whom the audit log names', async () => {
    const id = await aFailedRun();
    const { email, headers } = await aPerson(api.db, 'member', account.client_id);
    const retried = await retry(id, { ...headers }, '/account/v1');
    expect([retried.statusCode, retried.json().status]).toEqual([200, 'queued']);
    expect(await audited(id)).toEqual([['runs.retry', 'user', email]]);
  });

  it('is retried once for an Idempotency-Key, which repeats its answer', async () => {
    const id = await aFailedRun();
    const headers = { ...byKey(), 'idempotency-key': 'retry' };
    const first = await retry(id, headers);
    await workRun({ db: api.db, lanes }, id);
    const again = await retry(id, headers);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('a retry is refused', () => {
  it('for a run that failed before all of its orders were received', async () => {
    const id = await aRun();
    await api.db.pool.query(`UPDATE runs SET status = 'failed', phase = 'done' WHERE id = $1`, [id]);
    const { statusCode, json } = await retry(id);
    expect([statusCode, json().detail]).toEqual([
      409,
      `Run ${id} failed before all of its orders were received. Send it again.`,
    ]);
  });
});
