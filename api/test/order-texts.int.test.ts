import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_DATA_DEPTH,
  MAX_DATA_MEMBERS,
  MAX_LINES,
  MAX_ORDER_BYTES,
} from '../../shared/contracts/order-limits.ts';
import { aClient, sharedApi } from './api.ts';

/** One order, as its text, by every way that takes JSON. */
const api = await sharedApi();
const key = (await aClient(api.db, { client: { plan: 'enterprise' } })).test;

const post = (url: string, type: string, payload: string) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    payload,
  });

const WAYS = {
  route: (text: string) => post('/api/v1/orders/route', 'application/json', text),
  batch: (text: string) => post('/api/v1/orders/batch-route', 'application/json', `{"orders":[${text}]}`),
  ndjson: (text: string) => post('/api/v1/runs', 'application/x-ndjson', text),
  json: (text: string) => post('/api/v1/runs', 'application/json', `{"orders":[${text}]}`),
} as const;

const MEMBERS = [
  '"external_order_id":"SO-1"',
  '"destination_zip":"10001"',
  '"lines":[{"sku":"CHAIR","quantity":1}]',
];

/** Mostly harmless things that an order's text may have more. */
const ODD_MEMBERS = [
  '"external_order_id":"SO-2"',
  '"lines":[{"sku":"CHAIR","quantity":1.0,"unit_value":-0}]',
  '"lines":[{"sku":"CHAIR","quantity":1e0,"unit_value":1e400}]',
  '"lines":[]',
  '"__proto__":{}',
  '"\\u005f_proto__":1',
  '"constructor":{"prototype":{}}',
  '"constructor":{"a":1}',
  '"prototype":1',
  '"client_id":null',
  '"colour":"\\ud800"',
  '"\\u0000":"\\ud83d\\ude00"',
  '"raw_order_data":{"\\u0000":"\\u0000"}',
  '"raw_order_data":{"n":12345678901234567890,"n":-0,"1":1.50}',
  '"raw_order_data":{"a":{"__proto__":{"b":1}}}',
  `"raw_order_data":${'{"a":'.repeat(MAX_DATA_DEPTH + 1)}1${'}'.repeat(MAX_DATA_DEPTH + 1)}`,
  `"colour":${'['.repeat(5000)}${']'.repeat(5000)}`,
  '"carrier":"\t"',
  '"carrier":"\\t"',
  '"carrier":"a\u2028"',
  '"carrier":\'UPS\'',
  '"is_vip":NaN',
  '"is_vip":true ,',
  '"priority_level":01',
  '"lines":{"0":1}',
];

const orderText = fc
  .record({
    odd: fc.subarray(ODD_MEMBERS, { maxLength: 3 }),
    first: fc.boolean(),
    around: fc.constantFrom('', ' ', '\uFEFF', ',', ']'),
    cut: fc.constantFrom(0, 0, 0, 1),
  })
  .map(({ odd, first, around, cut }) => {
    const members = first ? [...odd, ...MEMBERS] : [...MEMBERS, ...odd];
    const text = `${around}{${members.join(',')}}`;
    return text.slice(0, text.length - cut);
  });

describe('the text of an order', () => {
  it('is taken by all ways or by none', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(orderText, async (text) => {
        const statuses: Record<string, number> = {};
        for (const [way, postBy] of Object.entries(WAYS)) statuses[way] = (await postBy(text)).statusCode;
        const verdicts = new Set(Object.values(statuses).map((status) => status < 300));
        if (verdicts.has(true)) taken += 1;
        // a byte order mark may begin a body, but no order within one
        if (!text.startsWith('\uFEFF')) expect(verdicts.size, JSON.stringify(statuses)).toBe(1);
        expect(Math.max(...Object.values(statuses))).toBeLessThan(500);
      }),
      {
        numRuns: 60,
        examples: ODD_MEMBERS.map((member) => [`{${[...MEMBERS, member].join(',')}}`]),
      },
    );
    expect(taken).toBeGreaterThan(10);
  });

  it('has its raw_order_data kept and given back to the character, whatever way it came', async () => {
    const data =
      '{"b": 12345678901234567890,"1":1.50 ,"n":-0,"n":1e999,"t":"\\u00e9\\/","d":[0.1000000000000000055]}';
    const texts = Object.keys(WAYS).map((way) => {
      const sent = [`"external_order_id":"${way}"`, ...MEMBERS.slice(1), '"raw_order_data":{"a":1}'];
      return [way, `{${sent.join(',')},"raw_order\\u005fdata":\t ${data} ,"is_vip":true}`] as const;
    });
    for (const [way, text] of texts) {
      expect((await WAYS[way as keyof typeof WAYS](text)).statusCode).toBeLessThan(300);
      const { rows } = await api.db.pool.query(
        'SELECT raw_order_data::text AS kept FROM orders WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
        [way],
      );
      expect(rows).toEqual([{ kept: data }]);
    }
    const read = async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await api.app.inject({ url: '/api/v1/orders/batch', headers })).body;
    };
    expect(await read()).toContain(`"ship_method":null,"raw_order_data":${data}}`);
    await post('/api/v1/orders/batch/reroute', 'application/json', '{}');
    expect((await read()).split(data)).toHaveLength(3);
  });

  it('is refused if a repeated name hides how deep its raw_order_data is', async () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"a":1}`;
    for (const [way, postBy] of Object.entries(WAYS)) {
      const { statusCode, body } = await postBy(`{${MEMBERS.join(',')},"raw_order_data":${deep}}`);
      expect([way, statusCode, body.includes('nested deeper than')]).toEqual([way, 422, true]);
    }
  });

  const anOrder = (fields: object) =>
    JSON.stringify({
      external_order_id: 'SO-1',
      destination_zip: '10001',
      lines: [{ sku: 'CHAIR', quantity: 1 }],
      ...fields,
    });
  const members = (count: number) => ({
    raw_order_data: Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])),
  });
  const nested = (levels: number) => ({
    raw_order_data: JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
  });
  const lines = (count: number) => ({
    lines: Array.from({ length: count }, (_, n) => ({ sku: `S${n % 40}`, quantity: 1 })),
  });

  it.each([
    ['lines', lines(MAX_LINES), lines(MAX_LINES + 1), `more than ${MAX_LINES} lines`],
    [
      'raw_order_data',
      members(MAX_DATA_MEMBERS),
      members(MAX_DATA_MEMBERS + 1),
      `more than ${MAX_DATA_MEMBERS} members`,
    ],
    [
      'raw_order_data',
      nested(MAX_DATA_DEPTH),
      nested(MAX_DATA_DEPTH + 1),
      `deeper than ${MAX_DATA_DEPTH} levels`,
    ],
  ])('is taken at the limit of %s, and past it refused by its path', async (path, at, past, message) => {
    const places = {
      route: path,
      batch: `orders[0].${path}`,
      ndjson: `line 1: ${path}`,
      json: `orders[0].${path}`,
    };
    for (const [way, postBy] of Object.entries(WAYS)) {
      expect((await postBy(anOrder(at))).statusCode).toBeLessThan(300);
      const refused = await postBy(anOrder(past));
      expect([way, refused.statusCode, refused.json().errors]).toEqual([
        way,
        422,
        [{ path: places[way as keyof typeof places], message: expect.stringContaining(message) }],
      ]);
    }
  });

  it('is taken with a mebibyte, and refused with a byte more', async () => {
    const padded = (bytes: number) => {
      const empty = anOrder({ carrier: '', colour: '' });
      return anOrder({ carrier: '', colour: 'x'.repeat(bytes - empty.length) });
    };
    for (const postBy of Object.values(WAYS))
      expect((await postBy(padded(MAX_ORDER_BYTES))).statusCode).toBeLessThan(300);
    const long = padded(MAX_ORDER_BYTES + 1);
    const alone = await WAYS.route(long);
    expect([alone.statusCode, alone.json()]).toEqual([
      413,
      { detail: expect.stringContaining(`may have up to ${MAX_ORDER_BYTES} bytes.`), code: 'body_too_large' },
    ]);
    const message = `is longer than ${MAX_ORDER_BYTES} bytes`;
    expect((await WAYS.batch(long)).json().errors).toEqual([{ path: 'orders[0]', message }]);
    expect((await WAYS.ndjson(long)).json().errors).toEqual([{ path: 'line 1', message }]);
    expect((await WAYS.json(long)).json().errors).toEqual([{ path: 'orders[0]', message }]);
  });

  it('has its faults looked for only as far as they are shown', async () => {
    const body = anOrder({ lines: Array.from({ length: MAX_LINES }, () => ({})) });
    for (const postBy of [WAYS.route, WAYS.batch]) {
      const refused = await postBy(body);
      expect(refused.json().errors).toHaveLength(100);
      expect(refused.json().detail).toContain('(and at least 199 more)');
    }
  });
});

describe('a batch', () => {
  it('may have its orders once, whatever its length', async () => {
    for (const padding of ['', 'x'.repeat(MAX_ORDER_BYTES)]) {
      const text = `{"orders":[{"a":"${padding}"}],"orders":[{${MEMBERS}}]}`;
      for (const url of ['/api/v1/orders/batch-route', '/api/v1/runs'])
        expect((await post(url, 'application/json', text)).statusCode).toBe(400);
    }
  });
});
