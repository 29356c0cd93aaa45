import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LANES } from '../accounts/lane-tables.ts';
import type { Database } from '../db/database.ts';
import { describeLaneProvider } from '../testing/lane-provider-contract.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createLaneTable, createLaneTables, type LaneTableRow } from './table.ts';

let db: Database;
let clientId: number;

beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO clients (slug, name) VALUES ('acme', 'Acme') RETURNING id`,
  );
  clientId = rows[0]!.id;
});
afterAll(() => db.close());

/** Stores a lane table. Returns its id. */
const store = (lanes: readonly LaneTableRow[]) => LANES.store(db.prisma, clientId, lanes);

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
          const pairs = zips.flatMap((destination_zip) =>
            warehouses.map((warehouse_id) => ({ origin: { warehouse_id, zip: '08837' }, destination_zip })),
          );
          const found = await createLaneTables(db.pool)(clientId, await store(rows)).lookUp(pairs, 'request');
          expect(found).toEqual(
            pairs.map(({ origin, destination_zip }) => ({
              lane: whole.lane(origin.warehouse_id, destination_zip),
            })),
          );
        },
      ),
    );
  });
});

describe('a table of which many destinations were asked for', () => {
  const pairs = ZIPS.map((destination_zip) => ({
    origin: { warehouse_id: 'EWR1', zip: '08837' },
    destination_zip,
  }));
  const rows = PREFIXES.map((destination_prefix, transit_days) => ({
    warehouse_id: 'EWR1',
    destination_prefix,
    transit_days,
  }));

  /** Looks up the pairs until that takes no statement. Returns the last answers. */
  async function lookUpUntilInMemory(tables: ReturnType<typeof createLaneTables>, id: number) {
    const query = vi.spyOn(db.pool, 'query');
    try {
      return await vi.waitFor(async () => {
        query.mockClear();
        const answers = await tables(clientId, id).lookUp(pairs, 'request');
        expect(query).not.toHaveBeenCalled();
        return answers;
      });
    } finally {
      query.mockRestore();
    }
  }

  it('is in memory, with the same lanes', async () => {
    const id = await store(rows);
    const first = await createLaneTables(db.pool)(clientId, id).lookUp(pairs, 'request');
    expect(await lookUpUntilInMemory(createLaneTables(db.pool), id)).toEqual(first);
  });

  it('leaves the memory for one that was used later, and is read again', async () => {
    const other = rows.map((row) => ({ ...row, transit_days: row.transit_days + 1 }));
    const [id, otherId] = [await store(rows), await store(other)];
    const tables = createLaneTables(db.pool, 600); // one of these tables
    const first = await lookUpUntilInMemory(tables, id);
    const second = await lookUpUntilInMemory(tables, otherId);
    expect(second).not.toEqual(first);
    expect(await lookUpUntilInMemory(tables, id)).toEqual(first);
  });

  it('gives another client no lane', async () => {
    const id = await store(rows);
    const tables = createLaneTables(db.pool);
    await lookUpUntilInMemory(tables, id);
    expect(await tables(clientId + 1, id).lookUp(pairs, 'request')).toEqual(
      pairs.map(() => ({ lane: null })),
    );
  });
});

describeLaneProvider('table', async () => {
  const id = await store(
    ['08837', '60433', '91761'].flatMap((warehouse_id, index) =>
      ['100', '331', '606', '900', '98101'].map((destination_prefix) => ({
        warehouse_id,
        destination_prefix,
        transit_days: index + destination_prefix.length,
      })),
    ),
  );
  return createLaneTables(db.pool)(clientId, id);
});
