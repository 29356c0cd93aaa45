import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { type StoredConfiguration, warehouseIdOf } from '../../account/configurations.ts';
import { decisionMoment, type LockedLedger } from '../../account/ledger-lock.ts';
import type { InventorySyncResult, ShortPairs } from '../../contracts/inventory.ts';
import { parseTimestamp } from '../../contracts/timestamp.ts';
import { column } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';
import { eventOf } from '../events.ts';
import type { CountedPairs, PairCounting } from './count-pairs.ts';
import { logStart, type Pair, shortOf } from './pair.ts';
import { toMoment } from './pair-rows.ts';
import type { SkuFacts, Snapshot } from './snapshot-rows.ts';
import { currentVersion } from './stock-store.ts';

/** What a sync has counted so far. */
export class SyncSums {
  received = 0;
  inserted = 0;
  updated = 0;
  stale = 0;
  /** By how many units there is more stock. */
  units = 0;
  /** The pairs of which units are missing or reserved, by SKU and warehouse. */
  readonly #notable = new Map<string, Pair>();

  add({ counted, ...part }: CountedPairs): void {
    this.received += counted.length + part.stale;
    this.inserted += part.inserted;
    this.updated += part.updated;
    this.stale += part.stale;
    this.units += part.units;
    this.note(counted);
  }

  /** Notes what counted pairs have now. */
  note(counted: readonly Pair[]): void {
    for (const pair of counted) {
      const key = `${pair.warehouse} ${pair.sku}`;
      if (pair.count.missing > 0 || pair.reserved > 0) this.#notable.set(key, pair);
      else this.#notable.delete(key);
    }
  }

  /** Rows whose sum is below 0. */
  get below_zero(): number {
    return [...this.#notable.values()].filter(({ count }) => count.missing > 0).length;
  }

  /** Units that stay reserved at the pairs. */
  get kept(): number {
    return [...this.#notable.values()].reduce((units, { reserved }) => units + reserved, 0);
  }

  get short(): readonly Pair[] {
    return [...this.#notable.values()].filter((pair) => shortOf(pair) > 0);
  }
}

/** How the rows of a sync count their pairs. */
export type Counting = Omit<PairCounting, 'ingest_run_id' | 'counted_at'>;

/**
 * How a sync counts, by its ledger as it is when it begins. A moment that is later than now is taken as now, which is never
 * before a count that was applied earlier. Throws AppError counted_too_long_ago.
 */
export function countingOf(
  { counts_shelf: on_hand }: Pick<StoredConfiguration, 'counts_shelf'>,
  { counted_at, source_name, log_days }: Pick<Snapshot, 'counted_at' | 'source_name' | 'log_days'>,
  ledger: Pick<LockedLedger, 'as_of' | 'latest_count'>,
): Counting {
  const isCounted = counted_at != null;
  const sent = isCounted ? parseTimestamp(counted_at)! : Number.POSITIVE_INFINITY;
  const dated = sent > ledger.as_of ? decisionMoment(ledger) : sent;
  if (isCounted) refuseOld(dated, ledger.as_of, log_days);
  return { dated, on_hand, source_name, isCounted, endsAll: !isCounted && !on_hand };
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
  { isCounted, on_hand, dated }: Counting,
  { stale, below_zero, kept, short }: SyncSums,
): Partial<InventorySyncResult> {
  if (!isCounted && !on_hand) return {};
  return {
    ...(isCounted && {
      rows_stale: stale,
      rows_below_zero: below_zero,
      reservations_kept: kept,
      counted_at: new Date(dated).toISOString(),
    }),
    short: shortPairsOf(configuration, short),
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

/** Takes the id of a sync. */
export async function takeIngestRunId(tx: pg.PoolClient): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'take-ingest-run-id',
    text: `SELECT nextval('ingest_runs_id_seq') AS id`,
  });
  return rows[0]!.id;
}

/**
 * SQL that ends a sync of a ledger whose lock the transaction has: no later decision is before it, and its next stock epoch
 * starts, which releases every active reservation, if it ends all. `switchesVersion`: the next version of the stock is the
 * current one from now on.
 */
export function endSync(ledgerId: number, { dated, endsAll }: Counting, switchesVersion: boolean): Sql {
  return sql`
    UPDATE ledgers SET latest_count = greatest(latest_count, ${toMoment(dated)}),
                       stock_epoch = stock_epoch + ${endsAll ? 1 : 0}::int,
                       stock_version = stock_version + ${switchesVersion ? 1 : 0}::int
    WHERE id = ${ledgerId}`;
}

/**
 * Saves the values, weights and descriptions of a snapshot into a version of the stock. What a SKU has none of stays as
 * it is in the current version. Returns the SKUs that changed. OFFSET 0 makes the planner look each SKU up by its key.
 */
export async function saveFacts(
  tx: pg.PoolClient,
  ledgerId: number,
  facts: ReadonlyMap<string, SkuFacts>,
  version: Sql,
): Promise<ReadonlySet<string>> {
  if (facts.size === 0) return new Set();
  const sent = [...facts];
  const { rows } = await tx.query<{ sku: string }>(
    prepared(sql`
      INSERT INTO skus (ledger_id, version, sku, unit_value, unit_weight, sku_description)
      SELECT ${ledgerId}, ${version}, sent.sku, coalesce(sent.unit_value, before.unit_value),
             coalesce(sent.unit_weight, before.unit_weight), coalesce(sent.sku_description, before.sku_description)
      FROM (
        SELECT sku, unit_value::numeric(19,4), unit_weight::numeric(19,4), sku_description
        FROM ROWS FROM (
          ${column(sent, 'text', ([sku]) => sku)},
          ${column(sent, 'text', ([, { unit_value }]) => unit_value?.toString() ?? null)},
          ${column(sent, 'text', ([, { unit_weight }]) => unit_weight?.toString() ?? null)},
          ${column(sent, 'text', ([, { sku_description }]) => sku_description)}
        ) AS sent (sku, unit_value, unit_weight, sku_description)
      ) AS sent
      LEFT JOIN LATERAL (
        SELECT unit_value, unit_weight, sku_description FROM skus
        WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)} AND sku = sent.sku OFFSET 0
      ) AS before ON true
      WHERE coalesce(sent.unit_value, before.unit_value) IS DISTINCT FROM before.unit_value
         OR coalesce(sent.unit_weight, before.unit_weight) IS DISTINCT FROM before.unit_weight
         OR coalesce(sent.sku_description, before.sku_description) IS DISTINCT FROM before.sku_description
      ON CONFLICT (ledger_id, version, sku) DO UPDATE
        SET unit_value = excluded.unit_value, unit_weight = excluded.unit_weight,
            sku_description = excluded.sku_description
      RETURNING sku`),
  );
  return new Set(rows.map(({ sku }) => sku));
}

/** SQL that records a sync. It is of the moment at which it took the ledger's lock, in milliseconds since 1970. */
export function insertIngestRun(
  ledgerId: number,
  ingestRunId: number,
  sourceName: string | null,
  { received, inserted, updated }: Pick<SyncSums, 'received' | 'inserted' | 'updated'>,
  takenAt: number,
): Sql {
  const unchanged = received - inserted - updated;
  return sql`
    INSERT INTO ingest_runs (id, ledger_id, source_name, rows_received, rows_inserted, rows_updated, rows_unchanged,
                             created_at)
    VALUES (${ingestRunId}, ${ledgerId}, ${sourceName}, ${received}, ${inserted}, ${updated}, ${unchanged},
            ${toMoment(takenAt)})`;
}
