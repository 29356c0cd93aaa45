import { storableSettings } from '../contracts/account/settings.ts';
import { Prisma } from '../db/generated/client.ts';
import type { Configuration } from '../engine/types.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { carrierCacheKey } from '../transit/http/http-transit.ts';
import type { AccountFile } from './account-file.ts';
import { LANES } from './lane-tables.ts';
import { PRICES } from './rate-tables.ts';
import type { RoutingSetup } from './routing-setup.ts';
import { type TableFiles, tableId } from './table-kind.ts';

/**
 * Writes what a file says of settings, shadow settings, the delivery calendar, costs and transit; the rest stays. Throws
 * AppError validation_failed for a table that is needed and missing, and for faults in the file of one.
 */
export async function saveClientSettings(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: RoutingSetup,
  file: AccountFile,
  files: TableFiles,
): Promise<void> {
  const { settings, shadow, delivery_calendar, rates } = file;
  const { lanes_file, ...transit } = { lanes_file: undefined, ...file.transit };
  const was = await tx.clientSettings.findUniqueOrThrow({ where: { client_id } });
  // A column that is undefined stays as it is.
  const wanted = {
    settings: settings && storableSettings({ ...present.settings, ...settings }),
    shadow,
    delivery_calendar: delivery_calendar && orNull(delivery_calendar),
    costs: orNull(costsOf(present, file)),
    rate_table_id: rates
      ? await tableId(tx, client_id, PRICES, { named: rates.prices_file, present: was.rate_table_id }, files)
      : undefined,
    transit: file.transit && transit,
    lane_table_id:
      file.transit?.provider === 'table'
        ? await tableId(tx, client_id, LANES, { named: lanes_file, present: was.lane_table_id }, files)
        : undefined,
  };
  const changed = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && !isSameJson(was[column as keyof typeof was], value),
  );
  if (changed.length === 0) return;
  const data = Object.fromEntries(changed.map(([column, value]) => [column, value ?? Prisma.DbNull]));
  await tx.clientSettings.update({ where: { client_id }, data });
  if (data.transit === undefined) return;
  // The cached answers of carriers that the client no longer uses.
  const kept = file.transit?.provider === 'http' ? carrierCacheKey(client_id, file.transit) : '';
  await tx.laneCache.deleteMany({ where: { client_id, provider: { not: kept } } });
}

/** What an account will say of costs. What says nothing is left out. */
export function costsOf(
  present: RoutingSetup,
  file: AccountFile,
): Pick<Configuration, 'rates' | 'split_penalty' | 'default_unit_weight'> {
  const {
    rates = present.rates,
    split_penalty = present.split_penalty ?? 0,
    default_unit_weight = present.default_unit_weight ?? null,
  } = file;
  return {
    ...(rates && { rates: { currency: rates.currency, zones: rates.zones } }),
    ...(split_penalty > 0 && { split_penalty }),
    ...(default_unit_weight !== null && { default_unit_weight }),
  };
}

/** Null for an object without members. */
function orNull<T extends object>(value: T): T | null {
  return Object.keys(value).length === 0 ? null : value;
}
