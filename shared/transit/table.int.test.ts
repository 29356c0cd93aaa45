import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { LANES, replaceRows } from '../account/client-tables.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createLaneTable, type LaneTableRow, tableSource } from './table.ts';

const db = await createTestDatabase();
const { rows } = await db.pool.query<{ id: number }>(
  `INSERT INTO clients (slug, name) VALUES ('acme', 'Acme') RETURNING id`,
);
const clientId = rows[0]!.id;
afterAll(() => db.close());

/** Stores a lane table. Returns its id. */
const store = (lanes: readonly LaneTableRow[]) => replaceRows(db.prisma, clientId, LANES, null, lanes);

const WAREHOUSES = ['EWR1', 'ONT1', 'ORD1'];
const ZIPS = ['10001', '10002', '10101', '60601'];
const PREFIXES = ['100', '101', '606', ...ZIPS];

const lanes = fc.uniqueArray(
  fc.record({
    warehouse_id: fc.constantFrom(...WAREHOUSES),
    destination_prefix: fc.constantFrom(...PREFIXES),
    transit_days: fc.integer({ min: 0, max: 365 }),
  }),
  { selector: ({ warehouse_id, destination_prefix }) => `${warehouse_id} ${destination_prefix}` },
);

describe('the lanes of some destinations', () => {
  it('are those of the whole table', async () => {
    await fc.assert(
      fc.asyncProperty(
        lanes,
        fc.uniqueArray(fc.constantFrom(...WAREHOUSES)),
        fc.array(fc.constantFrom(...ZIPS)),
        async (rows, warehouses, zips) => {
          const whole = createLaneTable(rows);
          const origins = warehouses.map((warehouse_id) => ({ warehouse_id, zip: '08837' }));
          const source = tableSource(db.pool, clientId, await store(rows));
          const found = await source.lanes(origins, zips, 'request');
          expect(found.map((known) => known.lanes)).toEqual(
            zips.map((zip) => warehouses.map((warehouse) => whole(warehouse, zip))),
          );
        },
      ),
    );
  });
});
