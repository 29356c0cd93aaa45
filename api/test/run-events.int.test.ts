import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunView, runView } from '../../shared/contracts/run.ts';
import { reportAlive, reportStopped } from '../../shared/db/queue/live-workers.ts';
import { allocateRun } from '../../shared/runs/managed/allocate-run.ts';
import { cancelRun, markRunFailed, retryRun } from '../../shared/runs/managed/managed-run.ts';
import { RunWatch } from '../../shared/runs/managed/watch-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder, createRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { scoreRun, workRun } from '../../shared/testing/work-run.ts';
import { openApi } from './api.ts';

let account: TestAccount;
const service = await createRoutingFixture();
const db = service.deps.db;
const api = await openApi(db);
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await api.close();
  await service.close();
});
beforeEach(async () => {
  account = await createTestAccount(db);
});

/** A listener of a run's events: `next` waits for the next one, null is the end of the stream. */
class Listener {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = '';

  private constructor(response: Response) {
    this.response = response;
    const events = response.ok ? response.body : null;
    this.#reader = (events ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  }

  static async to(runId: number, headers: Record<string, string> = {}): Promise<Listener> {
    const response = await fetch(`${url}/api/v1/runs/${runId}/events`, {
      headers: { authorization: `Bearer ${account.keys.live}`, ...headers },
    });
    return new Listener(response);
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }

  async next(): Promise<{ id: string; run: RunView } | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block)!;
        return { id: id!, run: runView.parse(JSON.parse(data!)) };
      }
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#text += value;
    }
  }
}

const aRun = (count: number) =>
  createAcceptedRun(
    db,
    account.live,
    Array.from({ length: count }, () => anOrder()),
    1000,
  );

describe('GET /api/v1/runs/{routing_run_id}/events', () => {
  it('sends each change, the end as the last, and closes', async () => {
    await service.sync(account.live, [{ sku: 'A', quantity: 3000 }]);
    const id = await aRun(5000);
    const listener = await Listener.to(id);
    expect(listener.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect((await listener.next())?.run).toMatchObject({ status: 'queued', progress: { percent: 0 } });
    await scoreRun(service.deps, id);
    const seen: RunView[] = [(await listener.next())!.run];
    while ((await allocateRun(service.deps, id))?.finished === false);
    for (let event = await listener.next(); event; event = await listener.next()) seen.push(event.run);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen[0]).toMatchObject({ orders_routed: 0 });
    const percents = seen.map(({ progress }) => progress.percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ status: 'completed', full_count: 3000, progress: { percent: 100 } });
  });

  it('shows when the last worker is gone and when one is back', async () => {
    const id = await aRun(3);
    const worker = randomUUID();
    await reportAlive(db.pool, worker);
    const listener = await Listener.to(id);
    const first = await listener.next();
    expect(first?.run.progress.waiting_for).toBeNull();
    await reportStopped(db.pool, worker);
    const waiting = await listener.next();
    expect(waiting?.run.progress).toMatchObject({ orders_per_second: null, waiting_for: 'worker' });
    expect(waiting?.id).not.toBe(first?.id);
    await reportAlive(db.pool, worker);
    expect(await listener.next()).toEqual(first);
    await reportStopped(db.pool, worker);
    await cancelRun(db, account.live, id);
  });

  it('is silent after a failed run until a person retries it, and then goes on to its end', async () => {
    await service.sync(account.live, [{ sku: 'A', quantity: 3 }]);
    const id = await aRun(3);
    await markRunFailed(db.pool, id, 'It broke.');
    const listener = await Listener.to(id);
    const failed = await listener.next();
    expect(failed?.run).toMatchObject({ status: 'failed', failure: 'It broke.' });
    expect(await listener.next()).toBeNull();
    await workRun(service.deps, id);
    const seen = await fetch(`${url}/api/v1/runs/${id}/events`, {
      headers: { authorization: `Bearer ${account.keys.live}`, 'last-event-id': failed!.id },
    });
    expect(seen.status).toBe(204);
    await retryRun(db.pool, id);
    const again = await Listener.to(id, { 'last-event-id': failed!.id });
    expect((await again.next())?.run).toMatchObject({ status: 'queued', failure: null });
    await workRun(service.deps, id);
    let last: RunView | null = null;
    for (let event = await again.next(); event; event = await again.next()) last = event.run;
    expect(last).toMatchObject({ status: 'completed', full_count: 3 });
  });

  it('gives a client 50 places, which are free again when a caller has gone', async () => {
    const id = await aRun(3);
    const listeners = await Promise.all(Array.from({ length: 50 }, () => Listener.to(id)));
    for (const listener of listeners) expect((await listener.next())?.run.status).toBe('queued');
    const { response } = await Listener.to(id);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await response.json()).toMatchObject({ code: 'rate_limited' });
    await listeners.pop()!.leave();
    await expect.poll(async () => (await Listener.to(id)).response.status).toBe(200);
    await cancelRun(db, account.live, id);
    for (const listener of listeners) expect((await listener.next())?.run.status).toBe('cancelled');
  });

  it('looks at all watched runs together', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => aRun(1)));
    const looks: number[][] = [];
    const watch = new RunWatch({
      query: (query: { name: string; values: [number[]] }) => {
        if (query.name === 'find-runs') looks.push(query.values[0]);
        return db.pool.query(query as never);
      },
    } as never);
    const { client_id, ledger_id } = account.live;
    const opened = await Promise.all(ids.map((run_id) => watch.open({ client_id, ledger_id, run_id })));
    await expect.poll(() => looks.length).toBeGreaterThan(1);
    expect(looks[0]!.toSorted()).toEqual(ids.toSorted());
    for (const { close } of opened) close();
  });

  it('closes when the application stops', async () => {
    const id = await aRun(3);
    const listener = await Listener.to(id);
    await listener.next();
    const closed = api.app.close();
    expect(await listener.next()).toBeNull();
    await closed;
  });
});
