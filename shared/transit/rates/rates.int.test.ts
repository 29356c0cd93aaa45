import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { applyAccountFile } from '../../account/apply-account.ts';
import { loadConfiguration } from '../../account/configurations.ts';
import { importLanes, importPrices } from '../../account/import-tables.ts';
import { money } from '../../engine/money.ts';
import { priceOfWeight } from '../../engine/rules/price-list.ts';
import { casesOf } from '../../testing/long.ts';
import { amount } from '../../testing/second-reading/amounts.ts';
import { priceOfWeight as priceRead, zoneOfMiles } from '../../testing/second-reading/cost.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createLaneResolver } from '../lane-resolver.ts';
import { zoneOf } from './price-destinations.ts';
import { createPriceLists } from './price-lists.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const db = await createTestDatabase();
const account = await createTestAccount(db);
afterAll(() => db.close());

const HEADER = 'zone,price,max_weight,warehouse_id\n';

/** A decimal as a person writes it. */
const decimal = (most: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.constantFrom('', '.5', '.25', '.1250', '.0001'))
    .map(([whole, fraction]) => `${whole}${fraction}`);

const row = fc.record({
  warehouse_id: fc.constantFrom('*', 'EWR1', 'ATL1'),
  zone: fc.constantFrom('1', '2', 'far east', 'ü'),
  max_weight: decimal(30).filter((text) => Number(text) > 0),
  price: decimal(999_999),
});

async function configurationOf(slug: string) {
  const { configuration_id } = await db.prisma.client.findUniqueOrThrow({ where: { slug } });
  return loadConfiguration(db, configuration_id!);
}

describe('an uploaded price', () => {
  it('is the one that a second reading of the rows finds, of any warehouse, zone and weight', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, {
          minLength: 1,
          maxLength: 40,
          selector: (each) => `${each.warehouse_id} ${each.zone} ${Number(each.max_weight)}`,
        }),
        fc.array(
          fc.record({
            warehouse_id: fc.constantFrom('EWR1', 'ATL1', 'ONT1'),
            zone: fc.constantFrom('1', '2', 'far east', 'ü', 'nowhere', null),
            weight: decimal(100),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        async (rows, sought) => {
          const { slug, client_id } = await createTestAccount(db);
          const text = rows.map(
            (each) => `${each.zone},${each.price},${each.max_weight},${each.warehouse_id}\n`,
          );
          const { rate_table_id } = await importPrices(db, slug, {
            text: HEADER + text.join(''),
            currency: null,
          });
          const lists = createPriceLists(db.pool);
          // The second time all are in memory.
          for (const found of [
            await lists(client_id, rate_table_id, sought),
            await lists(client_id, rate_table_id, sought),
          ]) {
            for (const [place, { warehouse_id, zone, weight }] of sought.entries()) {
              const list = found[place]!;
              const price = list && priceOfWeight(list, money(Number(weight)));
              const read = priceRead(rows, warehouse_id, zone, amount(weight));
              expect(price === null ? null : BigInt(price)).toBe(
                read && read.digits * 10n ** BigInt(4 - read.places),
              );
            }
          }
          const other = await lists(account.client_id, rate_table_id, sought);
          expect(other.every((list) => list === null)).toBe(true);
        },
      ),
      { numRuns: casesOf(25) },
    );
  });
});

describe('a zone', () => {
  it('by miles is that of a second reading', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 30_000 }).map((tenths) => tenths / 10),
        (limits, miles) => {
          const upto = limits.toSorted((left, right) => left - right);
          const lane = { transit_days: 1, distance_miles: miles, source: 'http' };
          expect(zoneOf({ currency: 'USD', zones: { by: 'miles', upto } }, '08837', '10001', lane)).toBe(
            zoneOfMiles(miles, upto),
          );
        },
      ),
    );
  });

  it('by table is what the lane table names it; prices reach the destination', async () => {
    const { slug } = account;
    await importLanes(db, slug, {
      text: 'warehouse_id,destination_zip3,transit_days,zone\nEWR1,100,1,Z 1\nEWR1,10001,1,near\nATL1,100,3,\n',
      layout: 'auto',
      warehouse_id: null,
      service: null,
      use: true,
    });
    await importPrices(db, slug, { text: `${HEADER}near,5,10,*\nZ 1,7,10,*\n`, currency: 'EUR' });
    const rates = { currency: 'EUR', zones: { by: 'table' as const } };
    await applyAccountFile(db, { client: { slug }, rates }, { baseDir: null });
    const resolver = createLaneResolver(db);
    const resolved = await resolver.resolve(await configurationOf(slug), ['10001', '10002']);
    await resolver.close();
    const shown = [...resolved.values()].map((destination) => ({
      zones: destination!.zones,
      prices: destination!.prices!.map((list) => list?.prices),
    }));
    expect(shown).toEqual([
      { zones: ['near', null, null], prices: [[50_000], undefined, undefined] },
      { zones: ['Z 1', null, null], prices: [[70_000], undefined, undefined] },
    ]);
  });
});
