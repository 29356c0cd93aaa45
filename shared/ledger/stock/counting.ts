import type { Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../../account/configurations.ts';
import type { LockedLedger } from '../../account/ledger-lock.ts';
import type { InventorySyncResult, ShortPairs } from '../../contracts/inventory.ts';
import { parseTimestamp } from '../../contracts/timestamp.ts';
import { warehouseIdOf } from '../../contracts/warehouse-id.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';
import { eventOf } from '../events.ts';
import type { CountedPairs, PairCounting } from './count-pairs.ts';
import { logStart, type Pair, shortOf } from './pair.ts';
import type { Snapshot } from './snapshot-rows.ts';

/** How the rows of a sync count their pairs. */
export interface Counting extends Omit<PairCounting, 'ingest_run_id'> {
  /** Whether the sync has a moment of its own. */
  readonly isCounted: boolean;
  /** Whether it ends every reservation of its ledger. */
  readonly endsAll: boolean;
}

/** How a sync counts, under the ledger's lock. Throws AppError counted_too_long_ago. */
export function countingOf(
  { counts_shelf: on_hand }: Pick<StoredConfiguration, 'counts_shelf'>,
  { counted_at, source_name, log_days }: Pick<Snapshot, 'counted_at' | 'source_name' | 'log_days'>,
  { as_of }: Pick<LockedLedger, 'as_of'>,
): Counting {
  const isCounted = counted_at != null;
  const moment = isCounted ? Math.min(parseTimestamp(counted_at)!, as_of) : as_of;
  if (isCounted) refuseOld(moment, as_of, log_days);
  return {
    ...{ counted_at: moment, on_hand, source_name, isCounted },
    keeps_later: isCounted,
    endsAll: !isCounted && !on_hand,
  };
}

function refuseOld(moment: number, now: number, logDays: number | undefined): void {
  if (logDays === undefined || moment >= logStart(now, logDays)) return;
  throw new AppError(
    'counted_too_long_ago',
    `counted_at is older than the ${logDays} days for which the service knows what happened to stock. Count again.`,
  );
}

/** What the answer to a sync says of its counts. */
export function reportOfCounts(
  configuration: StoredConfiguration,
  { isCounted, on_hand, counted_at }: Counting,
  { stale, below_zero, kept, counted }: Pick<CountedPairs, 'stale' | 'below_zero' | 'kept' | 'counted'>,
): Partial<InventorySyncResult> {
  if (!isCounted && !on_hand) return {};
  return {
    ...(isCounted && {
      rows_stale: stale,
      rows_below_zero: below_zero,
      reservations_kept: kept,
      counted_at: new Date(counted_at).toISOString(),
    }),
    short: shortPairsOf(configuration, counted),
  };
}

/** The most pairs that an answer names. */
const MAX_SHORT_NAMED = 100;

/** Of pairs those that are short, as an answer names them. */
export function shortPairsOf(configuration: StoredConfiguration, pairs: readonly Pair[]): ShortPairs {
  const short = pairs.filter((pair) => shortOf(pair) > 0);
  return {
    pairs_short: short.length,
    pairs: short.slice(0, MAX_SHORT_NAMED).map((pair) => ({
      sku: pair.sku,
      warehouse_id: warehouseIdOf(configuration, pair.warehouse),
      quantity_available: pair.quantity,
      reserved_quantity: pair.reserved,
      short_quantity: shortOf(pair),
    })),
  };
}

/** What reports of pairs that are short; nothing if none is. */
export function shortPairEvents(principal: Principal, short: ShortPairs | undefined): Sql[] {
  if (short === undefined || short.pairs_short === 0) return [];
  return eventOf(principal, 'inventory.short', { data: JSON.stringify(short) });
}
