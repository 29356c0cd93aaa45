import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  answerZones,
  type Behaviour,
  type CarrierServer,
  cutOff,
  hang,
  reset,
  startCarrierServer,
} from '../../testing/carrier-server.ts';
import type { LanePair, Urgency } from '../provider.ts';
import { zoneLane } from '../zone.ts';
import { CALL_LIMITS, type CallLimits } from './call-policy.ts';
import { createHttpProvider, type HttpProvider } from './http-provider.ts';
import { type HttpTransit, httpTransit } from './http-transit.ts';

/** A pair whose warehouse has its ZIP as ID. */
function aPair(originZip: string, destinationZip: string): LanePair {
  return { origin: { warehouse_id: originZip, zip: originZip }, destination_zip: destinationZip };
}

const ORIGINS = ['08837', '60433', '91761'];
const DESTINATIONS = ['10001', '33101', '60601', '90001', '98101', '99501'];
const PAIRS = ORIGINS.flatMap((origin) => DESTINATIONS.map((destination) => aPair(origin, destination)));

/** Many pairs, mixed, some of them several times. */
const MANY = Array.from({ length: 60 }, (_, index) => PAIRS[(index * 7) % PAIRS.length]!);

// Each test opens sockets, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const SECRET = 'EZAK-so-very-secret';
const CREDENTIALS = { TRANSIT_CREDENTIAL_ACME: SECRET };

let server: CarrierServer;
let warnings: string[];
const providers: HttpProvider[] = [];

beforeEach(async () => {
  server = await startCarrierServer();
  warnings = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const provider of providers.splice(0)) provider.close();
  await server.close();
});

const logger = {
  warn: (details: object, message: string) => void warnings.push(`${message} ${JSON.stringify(details)}`),
};

type Adapter = HttpTransit['adapter'];

function transitOf(adapter: Adapter, url: string): HttpTransit {
  const credential = 'env:TRANSIT_CREDENTIAL_ACME';
  return httpTransit.parse({
    provider: 'http',
    adapter,
    url,
    credential,
    ...(adapter === 'easypost' && { carrier: 'usps', service: 'GroundAdvantage' }),
  });
}

/** A provider that calls the server. */
function providerOf(
  adapter: Adapter,
  limits: Partial<CallLimits> = {},
  overrides: Partial<HttpTransit> = {},
  credentials: Record<string, string> = CREDENTIALS,
): HttpProvider {
  const transit = { ...transitOf(adapter, server.url), ...overrides } as HttpTransit;
  const provider = createHttpProvider(7, transit, {
    credentials,
    logger,
    limits: { ...CALL_LIMITS, backoff_ms: 1, ...limits },
  });
  providers.push(provider);
  return provider;
}

const PAIR = aPair('08837', '90001');
const LANE = { transit_days: 5, distance_miles: null };

const ask = async (provider: HttpProvider, pair: LanePair = PAIR, urgency: Urgency = 'request') =>
  (await provider.lookUp([pair], urgency))[0]!;

/** Stops the clock; a test lets time pass. Sockets still work, because Node's own timers are not replaced. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

/** Lets time pass until something has happened, so slowly that sockets have time to work. */
async function passTimeUntil(happened: () => boolean): Promise<void> {
  while (!happened()) {
    await vi.advanceTimersByTimeAsync(1);
    await setImmediate();
  }
}

describe('under the contract', () => {
  let carrier: CarrierServer;
  beforeAll(async () => {
    carrier = await startCarrierServer();
  });
  afterAll(() => carrier.close());

  describe.each<Adapter>(['json', 'easypost'])('by the adapter %s', (adapter) => {
    const create = () =>
      createHttpProvider(7, transitOf(adapter, carrier.url), {
        credentials: CREDENTIALS,
        limits: CALL_LIMITS,
      });

    it('answers many pairs at once, some of them several times, and several look-ups at once', async () => {
      const provider = create();
      const one = new Map(
        await Promise.all(
          PAIRS.map(async (pair) => [pair, (await provider.lookUp([pair], 'request'))[0]] as const),
        ),
      );
      const both = await Promise.all([provider.lookUp(MANY, 'request'), provider.lookUp(MANY, 'refresh')]);
      const expected = MANY.map((pair) => one.get(pair));
      expect(both).toEqual([expected, expected]);
      expect(await provider.lookUp([], 'request')).toEqual([]);
    });

    it('has no lane to or from where nobody lives, or says why it does not know', async () => {
      const nowhere = [aPair('08837', '00000'), aPair('00000', '10001')];
      for (const answered of await create().lookUp(nowhere, 'request'))
        expect('lane' in answered ? answered.lane : answered.failure.length > 0 && null).toBeNull();
    });
  });
});

describe('asking EasyPost', () => {
  it('sends one call a pair, with the key as the user of HTTP Basic authentication', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-29T15:00:00Z') });
    const provider = providerOf('easypost');
    const answers = await provider.lookUp([PAIR, aPair('91761', '10001')], 'request');
    expect(answers).toEqual([
      { lane: { ...LANE, source: 'easypost' } },
      { lane: { ...LANE, source: 'easypost' } },
    ]);
    expect(server.calls).toHaveLength(2);
    expect(server.calls[0]).toMatchObject({
      method: 'POST',
      path: '/lanes',
      headers: {
        authorization: `Basic ${Buffer.from(`${SECRET}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
    });
    expect(server.calls.map(({ body }) => body)).toContainEqual({
      from_zip: '08837',
      to_zip: '90001',
      planned_ship_date: '2026-08-03',
      carriers: ['usps'],
    });
  });

  it.each([
    ['2026-08-02T23:59:59Z', '2026-08-03'],
    ['2026-08-03T00:00:00Z', '2026-08-10'],
    ['2026-08-08T12:00:00Z', '2026-08-10'],
  ])('plans to ship on the Monday after %s', async (now, monday) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    await ask(providerOf('easypost'));
    expect(server.calls[0]?.body.planned_ship_date).toBe(monday);
  });

  it.each([
    ['another lane', { from_zip: '08837', to_zip: '90002', results: [] }, 'answered about another lane'],
    ['no results', { from_zip: '08837', to_zip: '90001' }, 'answered in another shape'],
    ['an error', { error: { code: 'BAD_REQUEST' } }, 'answered in another shape'],
    [
      'days in words',
      {
        from_zip: '08837',
        to_zip: '90001',
        results: [
          {
            carrier: 'USPS',
            service: 'groundadvantage',
            easypost_time_in_transit_data: { days_in_transit: { percentile_75: 'two' } },
          },
        ],
      },
      'gave no days for usps GroundAdvantage',
    ],
  ])('cannot use %s', async (_name, body, failure) => {
    server.behave(answer(200, body));
    expect(await ask(providerOf('easypost'))).toEqual({ failure: `easypost ${failure}` });
    expect(server.calls).toHaveLength(1);
  });
});

describe('asking by the JSON protocol', () => {
  const pairs = Array.from({ length: 5 }, (_, index) => aPair('08837', `1000${index + 1}`));

  it('asks about as many lanes a call as are configured, as a bearer', async () => {
    const answers = await providerOf('json', {}, { lanes_per_call: 2 }).lookUp(pairs, 'request');
    expect(answers).toEqual(
      pairs.map((pair) => ({ lane: { ...zoneLane('08837', pair.destination_zip), source: 'http' } })),
    );
    expect(server.calls.map(({ body }) => body.lanes.length).sort()).toEqual([1, 2, 2]);
    expect(server.calls[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it('takes null days for no lane, and a lane that is left out or makes no sense for an unknown one', async () => {
    const lane = (destination_zip: string, more: object) => ({
      origin_zip: '08837',
      destination_zip,
      ...more,
    });
    server.behave(
      answer(200, {
        lanes: [
          lane('10004', { transit_days: 2 }),
          lane('10001', { transit_days: null }),
          lane('10003', { transit_days: '3' }),
          lane('10005', { transit_days: 400 }),
          lane('99999', { transit_days: 1 }),
          'nonsense',
          null,
        ],
      }),
    );
    const left = { failure: 'http left a lane out' };
    expect(await providerOf('json').lookUp(pairs, 'request')).toEqual([
      { lane: null },
      left,
      left,
      { lane: { transit_days: 2, distance_miles: null, source: 'http' } },
      left,
    ]);
  });

  it.each([
    ['a list', []],
    ['an object without lanes', { data: [] }],
    ['lanes that are no list', { lanes: { '10001': 1 } }],
    ['null', null],
    ['a number', 5],
  ])('cannot use %s, and does not try again', async (_name, body) => {
    server.behave(answer(200, body as object));
    expect(await ask(providerOf('json'))).toEqual({ failure: 'http answered without a list of lanes' });
    expect(server.calls).toHaveLength(1);
  });

  it('fails the lanes of the call that failed, and no others', async () => {
    server.behave((response, call) =>
      (call.body.lanes[0].destination_zip === '10003' ? answer(422) : answerZones)(response, call),
    );
    const answers = await providerOf('json', {}, { lanes_per_call: 2 }).lookUp(pairs, 'request');
    expect(answers.map((answered) => 'lane' in answered)).toEqual([true, true, false, false, true]);
  });
});

// Whatever the adapter.
describe('with a carrier that misbehaves', () => {
  const answered = {
    lane: { ...LANE, source: 'http', distance_miles: zoneLane('08837', '90001')!.distance_miles },
  };
  const truncated = '{"from_zip":"08837","to_zip":"90001","lanes":[{"origin_zip":"088';

  it.each<[string, Behaviour, string]>([
    ['429', answer(429), 'answered 429'],
    ['500', answer(500), 'answered 500'],
    ['502 with a page of HTML', answer(502, '<html>Bad Gateway</html>'), 'answered 502'],
    ['503 and a time to wait', answer(503, '', { 'retry-after': '0' }), 'answered 503'],
    ['a page of HTML', answer(200, '<html>Please log in</html>'), 'answered with what is no JSON'],
    ['nothing', answer(200), 'answered with what is no JSON'],
    ['truncated JSON', answer(200, truncated), 'answered with what is no JSON'],
    ['a connection that is reset', reset, 'cannot be reached (UND_ERR_SOCKET)'],
    ['an answer that is cut off', cutOff, 'cannot be reached (UND_ERR_SOCKET)'],
  ])('tries again on %s, three times in all', async (_name, behaviour, failure) => {
    const provider = providerOf('json');
    server.behave(behaviour, behaviour, answerZones);
    expect(await ask(provider)).toEqual(answered);
    server.behave(behaviour);
    expect(await ask(provider)).toEqual({
      failure: expect.stringMatching(`^http ${failure.slice(0, 15)}`),
    });
    expect(server.calls).toHaveLength(6);
  });

  it.each<[string, Behaviour, string]>([
    ['400', answer(400), 'answered 400'],
    ['401', answer(401), 'answered 401'],
    ['402', answer(402), 'answered 402'],
    ['404', answer(404), 'answered 404'],
    ['422', answer(422, { error: { message: 'no such ZIP' } }), 'answered 422'],
    ['more than can be read', answer(200, 'x'.repeat(3_000_000)), 'answered more than can be read'],
  ])('does not try again on %s', async (_name, behaviour, failure) => {
    server.behave(behaviour);
    expect(await ask(providerOf('json'))).toEqual({ failure: `http ${failure}` });
    expect(server.calls).toHaveLength(1);
  });

  it('follows no redirect, so that no credential goes where nobody sent it', async () => {
    const elsewhere = await startCarrierServer();
    server.behave(answer(307, '', { location: elsewhere.url }));
    expect(await ask(providerOf('json'))).toEqual({
      failure: `http answered 307, a redirect, which is not followed`,
    });
    await elsewhere.close();
    expect(elsewhere.calls).toEqual([]);
  });

  it('gives a call up that takes too long, and tries again', async () => {
    stopTime();
    server.behave(hang, answerZones);
    const asked = ask(providerOf('json'));
    await server.received(1);
    await vi.advanceTimersByTimeAsync(CALL_LIMITS.call_timeout_ms);
    await passTimeUntil(() => server.calls.length === 2);
    expect(await asked).toEqual(answered);
  });
});

describe('Retry-After', () => {
  it.each([
    ['in seconds', () => '4'],
    ['as a date', () => new Date(Date.now() + 4_000).toUTCString()],
  ])('is honoured %s', async (_name, header) => {
    stopTime();
    const start = Math.ceil(Date.now() / 1000) * 1000;
    vi.setSystemTime(start);
    server.behave(answer(429, '', { 'retry-after': header() }), answerZones);
    const asked = ask(providerOf('json', { call_timeout_ms: 600_000, deadline_ms: 600_000 }));
    await passTimeUntil(() => server.calls.length === 2);
    expect(await asked).toMatchObject({ lane: { transit_days: 5 } });
    expect(server.calls[1]!.at).toBeGreaterThanOrEqual(start + 4_000);
  });

  it('ends the look-up at once where it is longer than anybody waits, and no call is made before', async () => {
    stopTime();
    const provider = providerOf('json');
    server.behave(answer(429, '', { 'retry-after': '120' }), answerZones);
    expect(await ask(provider)).toEqual({ failure: 'http answered 429' });
    vi.setSystemTime(Date.now() + 119_999);
    expect(await ask(provider)).toEqual({ failure: 'http asked us to wait' });
    expect(server.calls).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    expect(await ask(provider)).toMatchObject({ lane: { transit_days: 5 } });
  });
});

describe('the circuit breaker', () => {
  it('opens after failures in a row, and closes after a call that goes well', async () => {
    stopTime();
    const provider = providerOf('json', { retries: 0 });
    server.behave(answer(500));
    for (let failures = 0; failures < CALL_LIMITS.breaker_failures; failures++) {
      expect(await ask(provider)).toEqual({ failure: 'http answered 500' });
    }
    const calls = server.calls.length;
    expect(await ask(provider)).toEqual({ failure: 'http is not called after too many failures' });
    expect(server.calls).toHaveLength(calls);
    vi.setSystemTime(Date.now() + CALL_LIMITS.breaker_open_ms);
    expect(await ask(provider)).toEqual({ failure: 'http answered 500' });
    expect(await ask(provider)).toEqual({ failure: 'http is not called after too many failures' });
    vi.setSystemTime(Date.now() + CALL_LIMITS.breaker_open_ms);
    server.behave(answerZones);
    expect(await ask(provider)).toMatchObject({ lane: { transit_days: 5 } });
    expect(await ask(provider)).toMatchObject({ lane: { transit_days: 5 } });
    expect(warnings.map((warning) => warning.split(' {')[0])).toEqual([
      'the carrier is not called for a while after too many failures',
      'the carrier is not called for a while after too many failures',
      'the carrier is called again',
    ]);
  });
});

describe('limits', () => {
  const pairs = Array.from({ length: 24 }, (_, index) => aPair('08837', String(10_001 + index)));

  it('makes no more calls at once than it may', async () => {
    const open: (() => void)[] = [];
    server.behave((response, call) => void open.push(() => answerZones(response, call)));
    const provider = providerOf('easypost', { concurrency: { request: 3, refresh: 1 } });
    const asked = provider.lookUp(pairs, 'request');
    for (let count = 1; count <= pairs.length; count++) {
      await server.received(count);
      open[count - 1]!();
    }
    expect((await asked).every((answered) => 'lane' in answered)).toBe(true);
    expect(server.mostAtOnce).toBeLessThanOrEqual(3);
  });

  it('answers a request when its time is over, with the lanes that are known by then', async () => {
    stopTime();
    server.behave((response, call) => (call.body.to_zip > '10010' ? hang : answerZones)(response, call));
    const provider = providerOf('easypost', { call_timeout_ms: 60_000 });
    const asked = provider.lookUp(pairs, 'request');
    await server.received(10 + CALL_LIMITS.concurrency.request);
    await vi.advanceTimersByTimeAsync(CALL_LIMITS.deadline_ms);
    const answers = await asked;
    expect(answers.filter((answered) => 'lane' in answered)).toHaveLength(10);
    expect(answers[10]).toEqual({ failure: 'easypost did not answer in time' });
    server.behave(answerZones);
    expect(await ask(provider)).toMatchObject({ lane: { transit_days: 5 } });
    expect(warnings).toEqual([]);
  });

  it('answers what is under way at once when it is closed', async () => {
    server.behave(hang);
    const provider = providerOf('json');
    const asked = Promise.all([ask(provider), ask(provider, PAIR, 'refresh')]);
    await server.received(2);
    provider.close();
    const failure = 'http did not answer in time';
    expect(await asked).toEqual([{ failure }, { failure }]);
  });
});

describe('credentials', () => {
  const echo: Behaviour = (response, call) =>
    answer(500, { you_sent: call.headers }, { 'x-echo': call.headers.authorization! })(response, call);
  const echoJson: Behaviour = (response, call) => answer(200, call.headers.authorization!)(response, call);

  it.each<Adapter>(['json', 'easypost'])(
    'never show in what is answered, logged or cached (%s)',
    async (adapter) => {
      const provider = providerOf(adapter, { breaker_failures: 2, call_timeout_ms: 300 });
      const shown: unknown[] = [provider.cache_key, JSON.stringify(provider)];
      for (const behaviour of [echo, echoJson, reset, cutOff, hang, answer(401), answer(302)]) {
        server.behave(behaviour);
        shown.push(await ask(provider));
      }
      expect(server.calls[0]?.headers.authorization).toBeDefined();
      const text = JSON.stringify([shown, warnings]);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(Buffer.from(`${SECRET}:`).toString('base64'));
    },
  );

  it('are asked for by the name of their variable where they are missing, and nobody is called', async () => {
    expect(await ask(providerOf('json', {}, {}, {}))).toEqual({
      failure: 'http cannot be asked: the environment variable TRANSIT_CREDENTIAL_ACME is not set',
    });
    expect(server.calls).toEqual([]);
  });

  it.each(['two\nlines', 'a blank', 'sch\u00f6n', '\u0000'])(
    'that no header can hold are not sent, nor shown: %j',
    async (secret) => {
      const answered = await ask(providerOf('json', {}, {}, { TRANSIT_CREDENTIAL_ACME: secret }));
      expect(answered).toEqual({
        failure:
          'http cannot be asked: the environment variable TRANSIT_CREDENTIAL_ACME holds what no header can',
      });
      expect(server.calls).toEqual([]);
    },
  );
});
