import type { Prisma } from '../db/generated/client.ts';
import { canonicalJson } from '../foundation/canonical-json.ts';
import { carrierCacheKey } from '../transit/http/http-transit.ts';
import { parseLaneFile } from '../transit/lane-file.ts';
import type { AccountFile } from './account-file.ts';
import { storeLaneTable } from './lane-tables.ts';
import type { TransitSetup } from './routing-setup.ts';
import { faultyTable, readTableFile, tableFault } from './table-file.ts';

const KEY = 'transit.lanes_file';

/**
 * Makes `wanted` the client's transit provider. `baseDir` is the folder that lanes_file is relative to; null
 * if no files may be read. Throws AppError validation_failed for a table without lanes, and for faults in the lane file.
 */
export async function saveTransit(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: TransitSetup,
  wanted: NonNullable<AccountFile['transit']>,
  options: { readonly baseDir: string | null; readonly warehouseIds: Iterable<string> },
): Promise<void> {
  const lane_table_id = await laneTableId(tx, client_id, present, wanted, options);
  const { lanes_file: _, ...transit } = { lanes_file: undefined, ...wanted };
  const was = { provider: present.provider, ...present.options };
  if (canonicalJson(was) === canonicalJson(transit) && lane_table_id === present.lane_table_id) return;
  await tx.clientSettings.update({ where: { client_id }, data: { transit, lane_table_id } });
  // The cached answers of carriers that the client no longer uses.
  const kept = wanted.provider === 'http' ? carrierCacheKey(client_id, wanted) : '';
  await tx.laneCache.deleteMany({ where: { client_id, provider: { not: kept } } });
}

async function laneTableId(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: TransitSetup,
  wanted: NonNullable<AccountFile['transit']>,
  { baseDir, warehouseIds }: { readonly baseDir: string | null; readonly warehouseIds: Iterable<string> },
): Promise<number | null> {
  if (wanted.provider !== 'table') {
    return present.lane_table_id;
  }
  if (wanted.lanes_file !== undefined) {
    const text = await readTableFile(KEY, wanted.lanes_file, baseDir);
    const { lanes, faults } = parseLaneFile(text, warehouseIds);
    if (faults.length > 0) throw faultyTable(KEY, wanted.lanes_file, faults);
    return storeLaneTable(tx, client_id, lanes);
  }
  if (present.lane_table_id === null) {
    throw tableFault(KEY, 'is needed by the provider table');
  }
  return present.lane_table_id;
}
