import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppError, Fault } from '../../foundation/errors/app-error.ts';
import { readChanges } from './read-changes.ts';
import { readShipped } from './read-shipped.ts';

const csv = (text: string) => ({ format: 'csv' as const, bytes: Buffer.from(text) });
const json = (value: unknown) => ({ format: 'json' as const, bytes: Buffer.from(JSON.stringify(value)) });

const faultsOf = (reading: Promise<unknown>): Promise<readonly Fault[]> =>
  reading.then(
    () => [],
    (error: AppError) => error.faults!,
  );

const HEADER = 'order_id,warehouse_id,sku,quantity,shipped_at\n';
const T1 = '2026-11-27T10:00:00Z';
const T2 = '2026-11-28T10:00:00Z';

describe('readShipped', () => {
  it('makes one element of the rows of an order and a time, wherever they are', async () => {
    const rows = [`SO-1,A,X,1,${T1}`, `SO-2,,,,`, `SO-1,A,X,2,${T2}`, `SO-1,B,,,${T1}`];
    const { orders } = await readShipped(csv(HEADER + rows.join('\n')), 'reject');
    expect(orders).toEqual([
      {
        ...{ order_id: 'SO-1', shipped_at: T1 },
        shipments: [{ warehouse_id: 'A', lines: [{ sku: 'X', quantity: 1 }] }, { warehouse_id: 'B' }],
      },
      { order_id: 'SO-2' },
      {
        ...{ order_id: 'SO-1', shipped_at: T2 },
        shipments: [{ warehouse_id: 'A', lines: [{ sku: 'X', quantity: 2 }] }],
      },
    ]);
  });

  it('names the line and the cure of each fault', async () => {
    const rows = [
      'SO-1,A,X,"1,000",',
      'SO-2,,X,1,',
      'SO-3,A,,,',
      'SO-3,A,X,1,',
      'SO-4,,,,yesterday',
      'SO-5,,,,',
      'SO-5,A,X,1,',
      'SO-6,A,X',
      ',A,X,1,',
      'SO-7,A,X,,',
    ];
    expect(await faultsOf(readShipped(csv(HEADER + rows.join('\n')), 'reject'))).toEqual([
      {
        path: 'line 2: quantity',
        message:
          'must be a whole number of digits alone, without points, commas or an exponent, such as 1000, not "1,000"',
      },
      { path: 'line 3: warehouse_id', message: 'is required' },
      { path: 'line 4: sku', message: 'is required, as lines of A are named too' },
      { path: 'line 6: shipped_at', message: expect.stringContaining('must be an ISO 8601 timestamp') },
      { path: 'line 7: warehouse_id', message: 'is required' },
      { path: 'line 10: order_id', message: 'is required' },
      { path: 'line 11: quantity', message: 'is required' },
      { path: 'line 9', message: 'has 3 columns, not 5' },
    ]);
  });

  it('leaves out an order with a quantity of 0, and any faulty one with skip', async () => {
    const rows = ['SO-1,A,X,0,', 'SO-1,A,Y,1,', 'SO-2,,,,'];
    const leftOut = {
      order_id: 'SO-1',
      code: 'validation_failed',
      detail: 'line 2: quantity: must be at least 1',
    };
    const read = await readShipped(csv(HEADER + rows.join('\n')), 'reject');
    expect(read.orders).toEqual([leftOut, { order_id: 'SO-2' }]);
    const skipped = await readShipped(csv(`${HEADER}${rows.join('\n')}\nSO-3,A,X,many,\nSO-2 too,A`), 'skip');
    expect(skipped.orders).toMatchObject([
      leftOut,
      { order_id: 'SO-2', detail: 'line 4: may miss line 6, which cannot be read' },
      { order_id: 'SO-3', code: 'validation_failed' },
      { order_id: '', detail: 'line 6: has 2 columns, not 5' },
    ]);
    const sent = { orders: [{ order_id: 'SO-1', shipped_at: 'now' }, { order_id: 'SO-2' }] };
    expect((await readShipped(json(sent), 'skip')).orders).toMatchObject([
      { order_id: 'SO-1', detail: expect.stringMatching(/^orders\[0\]\.shipped_at: must be an ISO 8601/) },
      { order_id: 'SO-2' },
    ]);
  });

  it('names unknown members of JSON, and tells of unknown columns of CSV', async () => {
    const sent = { orders: [{ order_id: 'SO-1', parcels: 1 }], notify: true };
    expect(await faultsOf(readShipped(json({ orders: sent.orders }), 'reject'))).toEqual([
      { path: 'orders[0].parcels', message: 'is not known to this endpoint' },
    ]);
    expect(await faultsOf(readShipped(json({ ...sent, orders: [{ order_id: 'SO-1' }] }), 'reject'))).toEqual([
      { path: 'notify', message: 'is not known to this endpoint' },
    ]);
    const { warnings } = await readShipped(csv('order_id,parcels\nSO-1,2\n'), 'reject');
    expect(warnings).toMatchObject([
      { line: 1, message: expect.stringContaining('unknown column "parcels"') },
    ]);
  });

  it('reads the same orders from CSV as from JSON', async () => {
    const id = fc.stringMatching(/^[A-Z]{1,3}$/);
    const order = fc.record(
      {
        order_id: id,
        shipped_at: fc.constantFrom(T1, T2),
        shipments: fc.array(
          fc.record({
            warehouse_id: id,
            lines: fc.tuple(fc.record({ sku: id, quantity: fc.integer({ min: 1, max: 9 }) })),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      },
      { requiredKeys: ['order_id'] },
    );
    const orders = fc.uniqueArray(order, {
      minLength: 1,
      selector: ({ order_id, shipped_at }) => `${order_id} ${shipped_at}`,
    });
    const rowsOf = ({ order_id, shipped_at = '', shipments }: Parameters<typeof String>[0]) =>
      shipments === undefined
        ? [`${order_id},,,,${shipped_at}`]
        : shipments.map(
            ({ warehouse_id, lines: [{ sku, quantity }] }: Parameters<typeof String>[0]) =>
              `${order_id},${warehouse_id},${sku},${quantity},${shipped_at}`,
          );
    await fc.assert(
      fc.asyncProperty(orders, async (sent) => {
        const read = await readShipped(csv(HEADER + sent.flatMap(rowsOf).join('\n')), 'reject');
        expect(read).toEqual(await readShipped(json({ orders: sent }), 'reject'));
      }),
    );
  });
});

describe('readChanges', () => {
  it('names the line and the cure of each fault, and tells of unknown columns', async () => {
    const text = 'sku,warehouse_id,change,cause\nX,A,1.5,\nX,A,0,\n,A,1,\nX,,1,\n';
    expect(await faultsOf(readChanges(csv(text), 'A'))).toEqual([
      { path: 'line 2: change', message: expect.stringContaining('must be a whole number of digits alone') },
      { path: 'line 3: change', message: 'must not be 0' },
      { path: 'line 4: sku', message: 'is required' },
      { path: 'line 5: warehouse_id', message: 'is required' },
    ]);
    const read = await readChanges(csv('sku,warehouse_id,change,cause\nX,A,-2,\n'), 'A');
    expect(read.values).toMatchObject([{ sku: 'X', warehouse_id: 'A', change: -2 }]);
    expect(read.warnings).toMatchObject([{ message: expect.stringContaining('unknown column "cause"') }]);
  });

  it('names the path of each fault of JSON', async () => {
    const sent = { changes: [{ sku: 'X', warehouse_id: 'A', change: 0, cause: '' }] };
    expect(await faultsOf(readChanges(json(sent), 'A'))).toEqual([
      { path: 'changes[0].change', message: 'must not be 0' },
      { path: 'changes[0].cause', message: 'is not known to this endpoint' },
    ]);
    expect(await faultsOf(readChanges(json({ changes: [] }), 'A'))).toEqual([
      { path: 'changes', message: 'must have at least 1 element' },
    ]);
  });
});
