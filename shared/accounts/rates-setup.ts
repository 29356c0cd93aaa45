import type { Prisma } from '../db/generated/client.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { parsePriceFile } from '../transit/rates/price-file.ts';
import type { AccountFile } from './account-file.ts';
import { jsonOrNull } from './json-column.ts';
import { storeRateTable } from './rate-tables.ts';
import type { RoutingSetup } from './routing-setup.ts';
import { faultyTable, readTableFile, tableFault } from './table-file.ts';

const KEY = 'rates.prices_file';

/**
 * Writes what a file says of costs; the rest stays. `baseDir` is the folder that prices_file is relative to; null if no
 * files may be read. Throws AppError validation_failed for rates without prices, and for faults in the price file.
 */
export async function saveCosts(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: RoutingSetup,
  file: Pick<AccountFile, 'rates' | 'split_penalty' | 'default_unit_weight'>,
  options: { readonly baseDir: string | null; readonly warehouseIds: Iterable<string> },
): Promise<void> {
  const {
    rates = present.rates,
    split_penalty = present.split_penalty ?? 0,
    default_unit_weight = present.default_unit_weight ?? null,
  } = file;
  const costs = {
    ...(rates && { rates: { currency: rates.currency, zones: rates.zones } }),
    ...(split_penalty > 0 && { split_penalty }),
    ...(default_unit_weight !== null && { default_unit_weight }),
  };
  const was = await tx.clientSettings.findUniqueOrThrow({
    where: { client_id },
    select: { costs: true, rate_table_id: true },
  });
  const rate_table_id = file.rates
    ? await rateTableId(tx, client_id, was, file.rates, options)
    : was.rate_table_id;
  if (isSameJson(was.costs ?? {}, costs) && was.rate_table_id === rate_table_id) return;
  await tx.clientSettings.update({
    where: { client_id },
    data: { costs: jsonOrNull(Object.keys(costs).length === 0 ? null : costs), rate_table_id },
  });
}

async function rateTableId(
  tx: Prisma.TransactionClient,
  client_id: number,
  { rate_table_id }: { readonly rate_table_id: number | null },
  { prices_file }: NonNullable<AccountFile['rates']>,
  { baseDir, warehouseIds }: { readonly baseDir: string | null; readonly warehouseIds: Iterable<string> },
): Promise<number> {
  if (prices_file !== undefined) {
    const text = await readTableFile(KEY, prices_file, baseDir);
    const { lists, faults } = parsePriceFile(text, warehouseIds);
    if (faults.length > 0) throw faultyTable(KEY, prices_file, faults);
    return storeRateTable(tx, client_id, lists);
  }
  if (rate_table_id !== null) return rate_table_id;
  throw tableFault(KEY, 'is needed: there are no prices yet');
}
