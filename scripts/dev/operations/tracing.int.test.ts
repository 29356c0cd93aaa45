import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunView } from '../../../shared/contracts/run.ts';
import type { Database } from '../../../shared/db/database.ts';
import { currentTracing } from '../../../shared/foundation/telemetry/tracing.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { receiveSpans, type SpanReceiver } from '../../../shared/testing/span-receiver.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { serve } from '../../serve.ts';
import { serviceSettings } from '../testing/service-settings.ts';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;
let db: Database;
let receiver: SpanReceiver;

beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  receiver = await receiveSpans();
});
afterEach(() => receiver.close());
afterAll(() => db.close());

describe.each(BACKENDS)('traces on the %s backend', (kind) => {
  it('lead from the request of a run through its jobs to what the threads did, and name no client', async () => {
    const service = await serve(
      serviceSettings(db.url, {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        ...(kind === 'redis'
          ? { REDIS_URL: process.env.TEST_REDIS_URL!, QUEUE_PREFIX: `test-${randomBytes(4).toString('hex')}` }
          : {}),
      }),
      { logger: testLogger() },
    );
    const { keys, slug } = await createTestAccount(db);
    const call = async <T>(path: string, body: string, headers: Record<string, string>): Promise<T> => {
      const answer = await fetch(`${service.url}/api/v1${path}`, {
        method: body === '' ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${keys.live}`, ...headers },
        ...(body !== '' && { body }),
      });
      expect(answer.ok).toBe(true);
      return (await answer.json()) as T;
    };
    const row = { sku: 'SECRET-SKU', warehouse_id: 'EWR1', quantity_available: 9 };
    await call('/inventory', JSON.stringify({ inventory: [row] }), { 'content-type': 'application/json' });
    const order = {
      external_order_id: 'SECRET-ORDER',
      destination_zip: '60614',
      lines: [{ sku: 'SECRET-SKU', quantity: 1 }],
    };
    const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    const run = await call<RunView>('/runs', JSON.stringify(order), {
      'content-type': 'application/x-ndjson',
      traceparent: `00-${traceId}-${caller}-01`,
    });
    const status = async () => (await call<RunView>(`/runs/${run.routing_run_id}`, '', {})).status;
    await expect.poll(status).toBe('completed');
    const received = () => receiver.spans().filter((span) => span.traceId === traceId);
    const pathOf = (name: string): string[] => {
      const path: string[] = [];
      let span = received().find((each) => each.name === name);
      for (; span !== undefined; span = received().find(({ spanId }) => spanId === span!.parentSpanId)) {
        path.unshift(span.name);
        if (span.parentSpanId === caller) path.unshift('caller');
      }
      return path;
    };
    // Spans come in any order: those of a thread and of the process are sent apart.
    await expect
      .poll(() => pathOf('decide'))
      .toEqual([
        'caller',
        'POST /api/v1/runs',
        'addBulk score-chunk',
        'process score-chunk',
        ...['addBulk allocate-run', 'process allocate-run'],
        'thread task allocate-run',
        ...['transaction', 'decide'],
      ]);
    await service.stop();
    expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    const sent = JSON.stringify(receiver.requests);
    for (const secret of [keys.live, slug, 'SECRET-SKU', 'SECRET-ORDER']) expect(sent).not.toContain(secret);
  });
});

describe('a service without tracing', () => {
  it('does not', async () => {
    const service = await serve(serviceSettings(db.url, {}), { logger: testLogger() });
    expect(currentTracing()).toBeNull();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop();
    expect(receiver.requests).toEqual([]);
  });
});
