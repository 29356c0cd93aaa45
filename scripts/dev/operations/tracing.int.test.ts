import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { RunView } from '../../../shared/contracts/run.ts';
import { currentTracing } from '../../../shared/foundation/telemetry/tracing.ts';
import { listenHere } from '../../../shared/testing/local-server.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { HttpCaller } from '../harness/http.ts';
import { orderOf, runOf, syncOf } from '../harness/orders.ts';
import { serveOn } from '../testing/service-settings.ts';

/** A span as OTLP/JSON has it. */
interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface ReceivedTraces {
  readonly resourceSpans: { readonly scopeSpans: { readonly spans: ReceivedSpan[] }[] }[];
}

/** A server that receives traces as OTLP/HTTP. */
interface SpanReceiver {
  readonly endpoint: string;
  /** The requests so far. */
  readonly requests: readonly { readonly path: string; readonly spans: readonly ReceivedSpan[] }[];
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

async function receiveSpans(): Promise<SpanReceiver> {
  const requests: { path: string; spans: ReceivedSpan[] }[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as ReceivedTraces;
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    requests.push({ path: request.url!, spans });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { url, close } = await listenHere(server);
  return { endpoint: url, requests, spans: () => requests.flatMap(({ spans }) => spans), close };
}

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;
let receiver: SpanReceiver;

const db = await createTestDatabase();
beforeEach(async () => {
  receiver = await receiveSpans();
});
afterEach(() => receiver.close());
afterAll(() => db.close());

describe.each(BACKENDS)('traces on the %s backend', (kind) => {
  it('lead from the request of a run through its jobs to what the threads did, and name no client', async () => {
    const redis = { REDIS_URL: process.env.TEST_REDIS_URL!, QUEUE_PREFIX: randomBytes(4).toString('hex') };
    const service = await serveOn(db.url, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      ...(kind === 'redis' && redis),
    });
    onTestFinished(() => service.stop());
    const { keys, slug } = await createTestAccount(db);
    const caller = new HttpCaller(service.url, { key: keys.live });
    await caller.json('/api/v1/inventory', syncOf(['SECRET-SKU'], 9));
    const [traceId, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    const answer = await fetch(`${service.url}/api/v1/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.live}`,
        'content-type': 'application/x-ndjson',
        traceparent: `00-${traceId}-${parent}-01`,
      },
      body: new Uint8Array(runOf([orderOf('SECRET-ORDER', { 'SECRET-SKU': 1 })])),
    });
    const { routing_run_id } = (await answer.json()) as RunView;
    const run = () => caller.json<RunView>(`/api/v1/runs/${routing_run_id}`);
    await expect.poll(async () => (await run()).status).toBe('completed');
    const received = () => receiver.spans().filter((span) => span.traceId === traceId);
    const pathOf = (name: string): string[] => {
      const path: string[] = [];
      let span = received().find((each) => each.name === name);
      for (; span !== undefined; span = received().find(({ spanId }) => spanId === span!.parentSpanId)) {
        path.unshift(span.name);
        if (span.parentSpanId === parent) path.unshift('caller');
      }
      return path;
    };
    // Spans come in any order: those of a thread and of the process are sent apart.
    await expect
      .poll(() => pathOf('decide'))
      .toEqual([
        ...['caller', 'POST /api/v1/runs', 'addBulk scoring', 'process scoring'],
        ...['addBulk allocation', 'process allocation', 'thread task allocate-run', 'transaction', 'decide'],
      ]);
    await service.stop();
    expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    const sent = JSON.stringify(receiver.requests);
    for (const secret of [keys.live, slug, 'SECRET-SKU', 'SECRET-ORDER']) expect(sent).not.toContain(secret);
  });
});

describe('a service without tracing', () => {
  it('does not', async () => {
    const service = await serveOn(db.url);
    onTestFinished(() => service.stop());
    expect(currentTracing()).toBeNull();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop();
    expect(receiver.requests).toEqual([]);
  });
});
