import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Slice } from '../../shared/foundation/answer-slice.ts';
import { writeSlice } from '../../shared/operations/threads/long-answers.ts';
import { findRun } from '../../shared/runs/run-queries.ts';
import { whyParts } from '../../shared/runs/why.ts';
import { aClient, anOrder, createTestApi, openApi, send, stock, type TestApi } from './api.ts';

/** Downloads: threads write them in slices, in places by client. */

const ORDERS = 4000;
/** Of one order that is routed several times. */
const LINES = 1000;

const whole = await createTestApi();
const api = await openApi(whole.db, { longAnswersAtOnce: 4 });
const client = await aClient(api.db);
await stock(api.app, client.live, ['CHAIR', 'EWR1', 100], ['LAMP', 'ATL1', 100_000]);
const line = (sku: string) => ({ sku, quantity: 1, unit_value: 2.5 });
const orders = Array.from({ length: ORDERS }, (_, n) =>
  anOrder({ external_order_id: `SO-${n}`, lines: [line('CHAIR'), line('LAMP')] }),
);
const routed = await send(api.app, client.live, 'POST', '/api/v1/orders/batch-route', {
  payload: { orders },
});
const runId = routed.json().routing_run_id;
for (let time = 0; time < 5; time += 1) {
  const lines = Array.from({ length: LINES }, (_, n) => line(`SKU-${n}`));
  const payload = anOrder({ external_order_id: 'LONG', lines });
  const { statusCode } = await send(api.app, client.live, 'POST', '/api/v1/orders/route', { payload });
  expect(statusCode).toBe(200);
}
const port = await listen(api);
afterAll(async () => {
  await api.close();
  await whole.close();
});
afterEach(() => vi.restoreAllMocks());

async function listen({ app }: TestApi): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends a request and waits for the head of its answer, of which nothing is read yet. */
async function ask(key: string, path: string, accept = '*/*', to = port): Promise<IncomingMessage> {
  const sent = request({
    port: to,
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${key}`, accept },
    agent: false,
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

const why = () => `/runs/${runId}/why`;

describe('a long answer', () => {
  it.each([
    ['/reports/decisions.csv', '*/*'],
    ['/reports/inventory.csv', 'application/json'],
    ['results', 'application/x-ndjson'],
    ['results', 'text/csv'],
    ['results?limit=1000', 'application/json'],
    ['why', '*/*'],
    ['/orders/LONG', 'application/json'],
    ['/orders/LONG/decisions', 'application/json'],
  ])('is written in threads: %s as %s', async (path, accept) => {
    const { threads } = api.app.services;
    const run = vi.spyOn(threads, 'run');
    const answer = await ask(client.live, path.startsWith('/') ? path : `/runs/${runId}/${path}`, accept);
    expect(answer.statusCode).toBe(200);
    expect((await text(answer)).length).toBeGreaterThan(0);
    expect(run.mock.calls.map(([task]) => task)).toContain('writeSlice');
  });

  it('has the bytes that it has without threads', async () => {
    const { app, db } = api;
    const { rows } = await db.pool.query<{ ledger_id: number }>('SELECT ledger_id FROM runs WHERE id = $1', [
      runId,
    ]);
    const run = await findRun(db.pool, rows[0]!.ledger_id, runId);
    const here: Uint8Array[] = [];
    for await (const part of whyParts(app.services, run)) {
      for (let left: typeof part | null = part; left !== null; ) {
        const slice: Slice<typeof part> = await writeSlice(app.services, { name: 'writeWhys', ask: left });
        here.push(slice.answer);
        left = slice.next;
      }
    }
    const sent = await text(await ask(client.live, why()));
    expect(sent).toBe(Buffer.concat(here).toString());
    expect(sent.split('\n')).toHaveLength(ORDERS + 1);
  });

  it('has every result once, in request order', async () => {
    const lines = (
      await text(await ask(client.live, `/runs/${runId}/results`, 'application/x-ndjson'))
    ).split('\n');
    const ids = lines.slice(0, -1).map((line) => JSON.parse(line).order_id);
    expect(ids).toEqual(Array.from({ length: ORDERS }, (_, n) => `SO-${n}`));
  });
});

describe('the places of long answers', () => {
  it('are all for a client that is alone, and another one begins at once', async () => {
    const other = await aClient(api.db);
    const { longAnswers } = api.app;
    const taken = await Promise.all([1, 2, 3, 4].map(() => longAnswers.take(client.client_id)));
    onTestFinished(() => {
      for (const leave of taken) leave();
    });
    const fifth = ask(client.live, '/reports/decisions.csv');
    await expect.poll(() => longAnswers.waiting).toBe(1);
    expect((await ask(other.live, '/reports/decisions.csv')).resume().statusCode).toBe(200);
    for (const leave of taken) leave();
    expect((await fifth).resume().statusCode).toBe(200);
  });

  it('are held by a slow caller, of whom little is written, and free when it goes away', async () => {
    await expect.poll(() => api.app.longAnswers.underWay).toBe(0);
    const run = vi.spyOn(api.app.services.threads, 'run');
    const slow = await ask(client.live, why());
    expect(api.app.longAnswers.underWay).toBe(1);
    slow.destroy();
    await expect.poll(() => api.app.longAnswers.underWay).toBe(0);
    const written = run.mock.calls.length;
    expect(await text(await ask(client.live, why()))).not.toBe('');
    expect(run.mock.calls.length - written).toBeGreaterThan(written);
  });

  it('are free once a caller has taken nothing for long, and its download ends as broken', async () => {
    const strict = await openApi(whole.db, { answerIdleSeconds: 1 });
    onTestFinished(() => strict.close());
    const idle = await ask(client.live, why(), '*/*', await listen(strict));
    expect(strict.app.longAnswers.underWay).toBe(1);
    await expect.poll(() => strict.app.longAnswers.underWay, { timeout: 20_000 }).toBe(0);
    await expect(text(idle)).rejects.toThrow('aborted');
  });
});
