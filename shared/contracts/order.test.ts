import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import { malformation, type OrderRequest, orderRequest, refuseMalformed, toRoutingOrders } from './order.ts';

const anOrder = (fields: Record<string, unknown> = {}) => ({
  external_order_id: 'SO-1',
  destination_zip: '60614',
  lines: [{ sku: 'CHAIR', quantity: 2 }],
  ...fields,
});

const parse = (order: unknown): OrderRequest => orderRequest.parse(order);
const routingOf = (order: unknown) => toRoutingOrders([parse(order)], () => '')[0];

function failureOf(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

const faultsOf = (order: unknown): readonly Fault[] => failureOf(() => routingOf(order)).faults ?? [];
const pathsRefusedBySchema = (order: unknown) =>
  orderRequest.safeParse(order).error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('orderRequest', () => {
  it('refuses an ID that no address can name', () => {
    for (const id of ['.', '..', ' ..\t']) {
      expect(pathsRefusedBySchema(anOrder({ external_order_id: id }))).toEqual(['external_order_id']);
      expect(pathsRefusedBySchema(anOrder({ order_id: id }))).toEqual(['order_id']);
    }
    for (const id of ['...', '.a', 'a\n.', '. .']) {
      expect(pathsRefusedBySchema(anOrder({ external_order_id: id }))).toEqual([]);
    }
  });

  it('takes null for every optional field as absent', () => {
    const fields = [
      'order_id',
      'items',
      'is_vip',
      'priority_level',
      'order_created_at',
      'partner_id',
      'carrier',
    ];
    const nulls = Object.fromEntries(
      [...fields, 'ship_method', 'raw_order_data'].map((name) => [name, null]),
    );
    const lines = [{ sku: 'CHAIR', quantity: 2, unit_value: null }];
    expect(routingOf(anOrder({ ...nulls, lines }))).toEqual(routingOf(anOrder()));
  });

  it.each([
    ['destination_zip', undefined],
    ['destination_zip', null],
    ['destination_zip', 60614],
    ['external_order_id', 7],
    ['external_order_id', 'x'.repeat(201)],
    ['lines', {}],
    ['is_vip', 'true'],
    ['is_vip', 1],
    ['priority_level', 1.5],
    ['priority_level', '1'],
    ['priority_level', 2_147_483_648],
    ['order_created_at', 1769851800],
    ['partner_id', 12],
    ['carrier', {}],
    ['ship_method', 'x'.repeat(201)],
    ['raw_order_data', 'text'],
    ['raw_order_data', []],
  ])('refuses %s = %j', (name, value) => {
    expect(pathsRefusedBySchema(anOrder({ [name]: value }))).toEqual([name]);
  });

  it.each([
    ['sku', undefined],
    ['sku', 5],
    ['quantity', undefined],
    ['quantity', 0],
    ['quantity', -1],
    ['quantity', 1.5],
    ['quantity', '2'],
    ['quantity', 2_147_483_648],
    ['unit_value', -0.01],
    ['unit_value', '5'],
    ['unit_value', 1_000_000_001],
  ])('refuses a line whose %s is %j', (name, value) => {
    const lines = [{ sku: 'CHAIR', quantity: 2, [name]: value }];
    expect(pathsRefusedBySchema(anOrder({ lines }))).toEqual([`lines.0.${name}`]);
  });
});

describe('malformation', () => {
  it.each([
    [anOrder(), null],
    [anOrder({ external_order_id: undefined }), 'missing_order_id'],
    [anOrder({ external_order_id: null, order_id: ' \t' }), 'missing_order_id'],
    [anOrder({ external_order_id: undefined, order_id: 'SO-2' }), null],
    [anOrder({ lines: undefined }), 'missing_lines'],
    [anOrder({ lines: [] }), 'missing_lines'],
    [anOrder({ lines: null, items: [] }), 'missing_lines'],
    [anOrder({ lines: undefined, items: [{}] }), null],
    [anOrder({ client_id: 1 }), 'client_id_in_body'],
    [anOrder({ client_id: null }), 'client_id_in_body'],
    [anOrder({ raw_order_data: { client_id: 1 } }), null],
    [{ lines: [], client_id: 1 }, 'client_id_in_body'],
    [{ lines: [] }, 'missing_order_id'],
    // wrong types are not missing: the schema names them
    [anOrder({ external_order_id: 5, lines: 'none' }), null],
    ['an order', null],
    [null, null],
    [[], null],
  ])('says of %j: %s', (order, code) => {
    expect(malformation(order)).toBe(code);
  });
});

describe('refuseMalformed', () => {
  it('names the first malformed order', () => {
    const orders = [anOrder(), anOrder({ lines: [] }), {}];
    const failure = failureOf(() => refuseMalformed(orders, (index) => `orders[${index}]`));
    expect(failure).toMatchObject({ code: 'missing_lines', status: 400 });
    expect(failure.message).toMatch(/^orders\[1\]: /);
  });
});

describe('toRoutingOrders', () => {
  it('trims IDs and SKUs, keeps case, and keeps the ZIP as it was sent', () => {
    const sent = { external_order_id: ' so-1\t', destination_zip: ' 60614', partner_id: ' Shop ' };
    expect(routingOf(anOrder({ ...sent, lines: [{ sku: ' chair ', quantity: 1 }] }))).toMatchObject({
      order_id: 'so-1',
      destination_zip: ' 60614',
      partner_id: 'Shop',
      lines: [{ sku: 'chair' }],
    });
  });

  it.each([
    ['order_id', { order_id: 'SO-2' }],
    ['items', { items: [{ sku: 'CHAIR', quantity: 3 }] }],
    ['lines[0].sku', { lines: [{ sku: '  ', quantity: 1 }] }],
    ['order_created_at', { order_created_at: 'soon' }],
    [
      'lines',
      {
        lines: [
          { sku: 'A', quantity: 2_147_483_647 },
          { sku: 'A', quantity: 1 },
        ],
      },
    ],
  ])('reports a fault at %s', (path, fields) => {
    expect(faultsOf(anOrder(fields)).map((fault) => fault.path)).toEqual([path]);
  });

  it('names lines by the alias they came under', () => {
    const faults = faultsOf(anOrder({ lines: undefined, items: [{ sku: '', quantity: 1 }] }));
    expect(faults.map((fault) => fault.path)).toEqual(['items[0].sku']);
  });

  it('gives order_created_at in UTC', () => {
    const order = routingOf(anOrder({ order_created_at: '2026-01-31T01:00:00+02:00' }));
    expect(order?.order_created_at).toBe('2026-01-30T23:00:00.000Z');
  });

  it('refuses an order ID that comes twice, trimmed, under either name', () => {
    const again = parse({ order_id: ' SO-1', destination_zip: '', items: [{ sku: 'A', quantity: 1 }] });
    const failure = failureOf(() => toRoutingOrders([parse(anOrder()), again], () => ''));
    expect(failure).toMatchObject({ code: 'duplicate_order_id', status: 400 });
    expect(failure.message).toContain('SO-1');
  });

  it('keeps every line and every unit', () => {
    const line = fc.record({
      sku: fc.stringMatching(/^[A-Z]{1,4}$/),
      quantity: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const routed = routingOf(anOrder({ lines }))?.lines.map(({ sku, quantity }) => ({ sku, quantity }));
        expect(routed).toEqual(lines);
      }),
    );
  });
});
