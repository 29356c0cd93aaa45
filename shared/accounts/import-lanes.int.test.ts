import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { laneList } from '../testing/lane-list.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createLaneResolver } from '../transit/lane-resolver.ts';
import { loadConfiguration } from './configurations.ts';
import { importLanes, type LaneImport } from './import-lanes.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

/** A chart of Edison, in which EWR1 of a test account is. */
const CHART = [
  '"For shipments originating in ZIP Codes 088-01 to 089-99",',
  'Dest. ZIP,Ground',
  '004-005,002',
  '100,003',
].join('\n');

const LIST = 'warehouse_id,destination_zip3,transit_days\nATL1,100,3\nONT1,100,5\n';

const of = (slug: string, text: string, more: Partial<LaneImport> = {}) =>
  importLanes(db, slug, { text, layout: 'auto', warehouse_id: null, service: null, use: false, ...more });

async function configurationOf(slug: string) {
  const { configuration_id: configurationId } = await db.prisma.client.findUniqueOrThrow({ where: { slug } });
  return loadConfiguration(db, configurationId!);
}

async function daysTo(slug: string, zip: string) {
  const resolver = createLaneResolver(db);
  const resolved = await resolver.resolve(await configurationOf(slug), [zip]);
  await resolver.close();
  return laneList(resolved.get(zip)!.lanes).map((lane) => lane && `${lane.source} ${lane.transit_days}`);
}

describe('importLanes', () => {
  it('takes a chart as the lanes of its warehouse, and routes by them once they are used', async () => {
    const { slug, client_id } = await createTestAccount(db);
    const imported = await of(slug, CHART);
    expect(imported).toEqual({
      client_id,
      layout: 'ups-zones',
      warehouses: [{ warehouse_id: 'EWR1', lanes: 3 }],
      lane_table_id: expect.any(Number),
      provider: 'zone',
      changed: true,
    });
    expect((await daysTo(slug, '10001'))[0]).toBe('zone 1');
    expect(await of(slug, CHART, { use: true })).toEqual({ ...imported, provider: 'table' });
    expect(await daysTo(slug, '10001')).toEqual(['table 2', null, null]);
  });

  it('replaces the lanes of the warehouses in the table, and leaves those of the others', async () => {
    const { slug } = await createTestAccount(db);
    await of(slug, LIST, { use: true });
    const first = await configurationOf(slug);
    await of(slug, CHART);
    expect(await daysTo(slug, '10001')).toEqual(['table 2', 'table 3', 'table 5']);
    await of(slug, LIST.replaceAll(',5', ',4'), { warehouse_id: 'ONT1' });
    await of(slug, 'warehouse_id,destination_zip3,transit_days\nATL1,200,1\n');
    expect(await daysTo(slug, '10001')).toEqual(['table 2', null, 'table 4']);
    // A run that was accepted under the first table keeps it.
    expect(await loadConfiguration(db, first.id)).toMatchObject({ transit: first.transit });
    const { rows } = await db.pool.query(
      'SELECT transit_days FROM lane_table_lanes WHERE lane_table_id = $1',
      [first.transit.lane_table_id],
    );
    expect(rows).toEqual([{ transit_days: 3 }, { transit_days: 5 }]);
  });

  it('changes nothing when it is done again, in whatever order of lines', async () => {
    const { slug } = await createTestAccount(db);
    await of(slug, LIST, { use: true });
    const before = await configurationOf(slug);
    const [header, ...lines] = LIST.trim().split('\n');
    expect(await of(slug, [header, ...lines.reverse()].join('\n'), { use: true })).toMatchObject({
      changed: false,
    });
    expect((await configurationOf(slug)).id).toBe(before.id);
  });

  it('changes nothing where the table has a fault, and names its line', async () => {
    const { slug } = await createTestAccount(db);
    const before = await configurationOf(slug);
    await expect(of(slug, LIST.replace('5', 'five'), { use: true })).rejects.toMatchObject({
      code: 'validation_failed',
      faults: [{ path: 'line 3', message: expect.stringContaining('transit_days') }],
    });
    expect((await configurationOf(slug)).id).toBe(before.id);
  });

  it('knows nothing of clients and warehouses that do not exist, nor of those of another client', async () => {
    await createTestAccount(db);
    const { slug } = await createTestAccount(db, { warehouses: [{ warehouse_id: 'SEA1', zip: '98032' }] });
    await expect(of('nobody', LIST)).rejects.toMatchObject({ code: 'not_found' });
    await expect(of(slug, LIST, { warehouse_id: 'EWR1' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(of(slug, LIST)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
