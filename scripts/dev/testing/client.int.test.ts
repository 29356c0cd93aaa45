import { createServer, request as forward } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createAccountClient,
  createRoutingClient,
  dataOf,
  Refused,
  type RoutingClient,
  type Schemas,
  shownAddress,
  Unreachable,
} from '../../../shared/client/client.ts';
import { listenHere } from '../../../shared/testing/local-server.ts';
import { openTcpProxy } from '../../../shared/testing/tcp-proxy.ts';
import { serveAccount } from './served-account.ts';

const served = await serveAccount();
const proxy = await openTcpProxy(served.service.url);
/** Speaks to the service through the proxy. */
const client = createRoutingClient(proxy.url, served.key);
afterAll(async () => {
  await proxy.close();
  await served.close();
});

const order = (external_order_id: string) => ({
  external_order_id,
  destination_zip: '60614',
  lines: [{ sku: 'CHAIR', quantity: 1 }],
});
const lines = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(order(`${prefix}-${index}`))}\n`);

async function decisionsOn(order_id: string): Promise<number> {
  const params = { path: { order_id } };
  return (await dataOf(client.api.GET('/api/v1/orders/{order_id}', { params }))).routings.length;
}

/** A run as it is at its end. */
async function followed(run: Schemas['Run']): Promise<Schemas['Run']> {
  let last = run;
  for await (last of client.runs.follow(run.routing_run_id));
  return last;
}

/** Breaks the connection on which `text` is sent next, when the service has it and has not been heard. */
async function breakAfter(text: string): Promise<void> {
  await proxy.holdAnswersAfter(text);
  proxy.cut();
  proxy.restore();
}

describe('the client', () => {
  it('submits a run as a stream, follows it and reads all pages of its results', async () => {
    const run = await client.runs.submit(() => lines('B', 2500));
    expect(await followed(run)).toMatchObject({ status: 'completed', orders_routed: 2500 });
    const ids = [];
    for await (const { order_id } of client.runs.results(run.routing_run_id)) ids.push(order_id);
    expect(ids).toEqual(Array.from({ length: 2500 }, (_, index) => `B-${index}`));
    expect((await client.runs.results(run.routing_run_id, { order_id: 'B-7' }).next()).value).toMatchObject({
      order_id: 'B-7',
    });
  });

  it("throws what the caller's stream throws, and there is no run", async () => {
    async function* broken() {
      yield `${JSON.stringify(order('C-1'))}\n`;
      throw new Error('The file is gone.');
    }
    await expect(client.runs.submit(broken)).rejects.toThrow('The file is gone.');
    await expect(decisionsOn('C-1')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a refusal', () => {
  it('is thrown with status, code and faults, and not repeated', async () => {
    const faulty = { ...order('D-1'), lines: [{ sku: 'CHAIR', quantity: -1 }] };
    const refused = await client.route(faulty).catch((error: Refused) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({
      name: 'Refused',
      status: 422,
      code: 'validation_failed',
      requestId: expect.stringMatching(/./),
      errors: [{ path: 'lines[0].quantity' }],
    });
    await expect(client.runs.submit(() => ['{}\n'])).rejects.toMatchObject({
      status: 422,
      requestId: expect.stringMatching(/./),
    });
  });
});

describe('a broken connection', () => {
  it('is repeated under the same key, so an order is decided once', async () => {
    const [result] = await Promise.all([client.route(order('E-1')), breakAfter('"E-1"')]);
    expect(result).toMatchObject({ order_id: 'E-1' });
    expect(await decisionsOn('E-1')).toBe(1);
  });

  it('is repeated for a run with the stream opened again, so there is one run', async () => {
    let opened = 0;
    const open = () => {
      opened += 1;
      return lines('F', 10);
    };
    const [run] = await Promise.all([client.runs.submit(open), breakAfter('"F-9"')]);
    const { status } = await followed(run);
    expect([opened, status, await decisionsOn('F-9')]).toEqual([2, 'completed', 1]);
  });

  it('does not end the following of a run', async () => {
    const run = await client.runs.submit(() => lines('G', 10));
    let last = run;
    let first = true;
    for await (last of client.runs.follow(run.routing_run_id)) {
      if (first) proxy.cut();
      first = false;
      proxy.restore();
    }
    expect(last.status).toBe('completed');
  });

  it('is Unreachable when the retries are used up', async () => {
    const impatient = createRoutingClient('http://127.0.0.1:1', served.key, { retries: 0 });
    await expect(impatient.route(order('H-1'))).rejects.toThrow(Unreachable);
    await expect(impatient.runs.submit(() => lines('H', 1))).rejects.toThrow(/Cannot reach .+ ECONNREFUSED/);
  });
});

describe('an answer that nobody served', () => {
  /** It answers with this status so many times, then as the service does, under a path. */
  let overloaded: Awaited<ReturnType<typeof listenHere>>;
  let status = 503;
  let retryAfter = '0';
  let refusals = 0;
  let keys: unknown[] = [];
  let url: string;
  beforeAll(async () => {
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (refusals-- > 0)
        return response
          .writeHead(status, { 'retry-after': retryAfter, 'x-request-id': 'req-1' })
          .end(status === 503 ? '{"detail": "Try again.", "code": "overloaded"}' : '<html></html>');
      const { method, url: path, headers } = request;
      return request.pipe(
        forward(
          new URL(path!.replace('/routing', ''), served.service.url),
          { method: method!, headers },
          (answer) => {
            response.writeHead(answer.statusCode!, answer.headers);
            answer.pipe(response);
          },
        ),
      );
    });
    overloaded = await listenHere(server);
    url = `${overloaded.url}/routing/`;
  });
  afterAll(() => overloaded.close());
  beforeEach(() => {
    keys = [];
    [status, retryAfter] = [503, '0'];
  });

  it.each([500, 502, 503, 504])('is repeated under one key after %i, also under a path', async (answered) => {
    [status, refusals] = [answered, 3];
    const order_id = `I-${answered}`;
    const patient = createRoutingClient(url, served.key);
    expect(await patient.route(order(order_id))).toMatchObject({ order_id });
    expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([4, 1, 'string']);
    refusals = 1;
    expect(await patient.runs.submit(() => lines(order_id, 2))).toMatchObject({ orders_considered: 2 });
    refusals = 1;
    expect(await patient.stream('/api/v1/me', 'application/json')).toBeInstanceOf(ReadableStream);
  });

  it('is repeated when the date of Retry-After has come, and left to the caller if that is far', async () => {
    const patient = createRoutingClient(url, served.key);
    [retryAfter, refusals] = [new Date(Date.now() + 2000).toUTCString(), 1];
    expect(await patient.route(order('I-3'))).toMatchObject({ order_id: 'I-3' });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(retryAfter));
    [retryAfter, refusals, keys] = [new Date(Date.now() + 3_600_000).toUTCString(), 9, []];
    await expect(patient.route(order('I-4'))).rejects.toMatchObject({ status: 503 });
    expect(keys).toHaveLength(1);
  });

  it('is Unreachable with status, code and request when the retries are used up', async () => {
    refusals = 9;
    const impatient = createRoutingClient(url, served.key, { retries: 2 });
    const error = await impatient.route(order('I-2')).catch((thrown: Unreachable) => thrown);
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({
      message: 'Try again.',
      status: 503,
      code: 'overloaded',
      requestId: 'req-1',
    });
    expect(keys.length).toBe(3);
    status = 502;
    await expect(impatient.runs.submit(() => lines('I', 1))).rejects.toMatchObject({
      message: 'The service answered 502.',
      status: 502,
      requestId: 'req-1',
    });
  });
});

describe('a service that does not answer', () => {
  /** It takes requests and says nothing, or begins an answer and does not go on. */
  let silent: Awaited<ReturnType<typeof listenHere>>;
  let begins = false;
  let asked = 0;
  beforeAll(async () => {
    const server = createServer((_request, response) => {
      asked += 1;
      if (begins) response.writeHead(200).write('{"routing_run_id": 1}\n');
    });
    silent = await listenHere(server);
  });
  afterAll(() => silent.close());
  beforeEach(() => {
    [begins, asked] = [false, 0];
  });

  /** Every way to call it, each until it has its whole answer. */
  const CALLS: readonly (readonly [
    string,
    (client: RoutingClient, signal?: AbortSignal) => Promise<unknown>,
  ])[] = [
    ['route', (each, signal) => each.route(order('T-1'), { signal })],
    ['batch', (each, signal) => each.batch([order('T-1')], { signal })],
    ['api', (each, signal) => each.api.GET('/api/v1/me', { signal: signal ?? null })],
    ['runs.results', (each, signal) => each.runs.results(1, {}, { signal }).next()],
    ['runs.submit', (each, signal) => each.runs.submit(() => lines('T', 2), { signal })],
    ['upload', (each, signal) => each.upload('/api/v1/runs', {}, () => lines('T', 2), { signal })],
    ['stream', async (each, signal) => textOf(await each.stream('/api/v1/me', 'text/csv', { signal }))],
  ];

  it('is asked again after the timeout', async () => {
    let opened = 0;
    const open = () => {
      opened += 1;
      return lines('T', 2);
    };
    const impatient = createRoutingClient(silent.url, 'key', { retries: 1, timeout: 50 });
    await expect(impatient.runs.submit(open)).rejects.toMatchObject({ code: 'timeout' });
    expect(opened).toBe(2);
  });

  it.each(CALLS)('is Unreachable to %s after the timeout', async (_name, call) => {
    const impatient = createRoutingClient(silent.url, 'key', { retries: 0, timeout: 50 });
    const late = { name: 'Unreachable', code: 'timeout', status: undefined };
    await expect(call(impatient)).rejects.toMatchObject(late);
    begins = true;
    await expect(call(impatient)).rejects.toMatchObject(late);
  });

  it.each(CALLS)('is left by %s as its signal says, at once', async (_name, call) => {
    const reason = new Error('No longer wanted.');
    await expect(call(client, AbortSignal.abort(reason))).rejects.toBe(reason);
    for (begins of [false, true]) {
      const leaving = new AbortController();
      const called = call(createRoutingClient(silent.url, 'key'), leaving.signal);
      called.catch(() => undefined);
      await expect.poll(() => asked).toBe(begins ? 2 : 1);
      leaving.abort(reason);
      await expect(called).rejects.toBe(reason);
    }
    expect(asked).toBe(2);
  });
});

it.each(['', 'localhost:3000', 'ftp://localhost', undefined as never])(
  'a client of %j is not made',
  (url) => {
    for (const create of [createRoutingClient, createAccountClient])
      expect(() => create(url, 'key')).toThrow(/is not an address of the service/);
  },
);

it.each([undefined, ''])('a client with the key %j is not made', (key) => {
  for (const create of [createRoutingClient, createAccountClient])
    expect(() => create('http://localhost:3000', key)).toThrow(/ is missing\.$/);
});

it('a wrong address is named without its password and its query', () => {
  const url = 'ftp://me:hidden@routing.example/path?key=hidden#hidden';
  expect(() => createRoutingClient(url, 'key')).toThrow(/^ftp:\/\/routing\.example\/path is not an address/);
  expect(shownAddress('https://me@routing.example/')).toBe('https://routing.example/');
});
