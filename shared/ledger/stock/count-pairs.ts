import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { MAX_INT } from '../../contracts/common.ts';
import { pipeline } from '../../db/pipeline.ts';
import { type Pair, recount } from './pair.ts';
import { insertCounts, NO_UNITS, readLater, readReserved } from './pair-rows.ts';
import type { Pairs } from './pairs.ts';
import { type SentRow, type SkuFacts, saysFacts } from './snapshot-rows.ts';

/** How a sync counts pairs. */
export interface PairCounting {
  /** Of which moment, in milliseconds since 1970; null: of the moment at which the sync takes effect, which is not known yet. */
  readonly counted_at: number | null;
  /** The same for the history of its pairs, which is dated again as soon as the moment is known: until then, when it began. */
  readonly dated: number;
  /** Whether what stands on the shelf was counted. */
  readonly on_hand: boolean;
  /** Whether the sync has a moment of its own. Then a pair that was counted later stays, and so do later reservations. */
  readonly isCounted: boolean;
  /** Whether it ends every reservation of its ledger. */
  readonly endsAll: boolean;
  readonly source_name: string | null;
  /** The sync. */
  readonly ingest_run_id: number;
  /** Where rows stand that are left out. */
  readonly leftOut?: ReadonlySet<number>;
}

/** Counted pairs that are not saved yet. */
export interface CountedPairs {
  /** The pairs that were not counted later, with what they have now: the counts with what is later. */
  readonly counted: readonly Pair[];
  /** Where rows stand that were not counted, because the sum would be more than a quantity can be. */
  readonly tooLarge: readonly number[];
  /** Rows of pairs that were counted later. */
  readonly stale: number;
  /** Rows that are new, and rows that change their pair or their SKU's value, weight or description. */
  readonly inserted: number;
  readonly updated: number;
  /** By how many units there is more stock. */
  readonly units: number;
  /** What the history of the pairs keeps. */
  readonly history: readonly Sql[];
}

/** Saves the values, weights and descriptions that were sent. Returns the SKUs that changed. */
type SaveFacts = (facts: ReadonlyMap<string, SkuFacts>) => Promise<ReadonlySet<string>>;

/** By SKU, the last value, weight and description that a row has; null: none has one. */
function factsOf(rows: readonly SentRow[]): ReadonlyMap<string, SkuFacts> {
  const facts = new Map<string, SkuFacts>();
  for (const row of rows) {
    if (!saysFacts(row)) continue;
    const before = facts.get(row.sku);
    facts.set(row.sku, {
      unit_value: row.unit_value ?? before?.unit_value ?? null,
      unit_weight: row.unit_weight ?? before?.unit_weight ?? null,
      sku_description: row.sku_description ?? before?.sku_description ?? null,
    });
  }
  return facts;
}

/**
 * Counts the pairs that were sent, in memory: newer entries are added to a count, and a pair that was counted later
 * stays as it is. Rows whose pairs were not read are left out.
 */
export async function countPairs(
  tx: pg.PoolClient,
  ledgerId: number,
  sent: readonly SentRow[],
  pairs: Pairs,
  { counted_at, dated, on_hand, isCounted, endsAll, source_name, ingest_run_id, leftOut }: PairCounting,
  saveFacts: SaveFacts | null = null,
): Promise<CountedPairs> {
  if (endsAll) pairs.unreserve();
  const rows = sent.filter((row) => pairs.knows(row.sku, row.warehouse) && !leftOut?.has(row.position));
  const isFresh = ({ sku, warehouse }: SentRow) =>
    !isCounted || (pairs.find(sku, warehouse)?.count.counted_at ?? counted_at!) <= counted_at!;
  const notStale = rows.filter(isFresh);
  const reserved = notStale.filter(({ sku, warehouse }) => (pairs.find(sku, warehouse)?.reserved ?? 0) > 0);
  const saveFactsOf = async (some: readonly SentRow[]) => saveFacts?.(factsOf(some)) ?? new Set<string>();
  const { newer, kept, saved } = await pipeline(tx).run({
    newer: async () =>
      counted_at === null ? NO_UNITS : readLater(tx, ledgerId, notStale, { counted_at, on_hand }),
    kept: async () => (isCounted && !on_hand ? readReserved(tx, ledgerId, reserved, counted_at!) : NO_UNITS),
    // Nothing is later than a count that has no moment of its own: none of its rows is too large.
    saved: isCounted ? null : () => saveFactsOf(notStale),
  });
  const isTooLarge = ({ sku, warehouse, quantity }: SentRow) => quantity + newer.of(sku, warehouse) > MAX_INT;
  const fresh = notStale.filter((row) => !isTooLarge(row));
  const changed = saved ?? (await saveFactsOf(fresh));
  const counted: Pair[] = [];
  let [inserted, updated, units] = [0, 0, 0];
  for (const row of fresh) {
    const { sku, warehouse, quantity } = row;
    const isNew = pairs.find(sku, warehouse) === undefined;
    const pair = pairs.at(sku, warehouse);
    const before = pair.quantity;
    recount(pair, {
      ...{ quantity, counted_at, counted_by: ingest_run_id, on_hand },
      ...{ newerEntries: newer.of(sku, warehouse), keptUnits: kept.of(sku, warehouse) },
    });
    const isOther = isNew || pair.quantity !== before;
    if (isOther || pair.ingest_run_id === null) pair.ingest_run_id = ingest_run_id;
    if (isNew) inserted += 1;
    else if (isOther || (saysFacts(row) && changed.has(sku))) updated += 1;
    units += pair.quantity - before;
    counted.push(pair);
  }
  const stale = rows.length - notStale.length;
  const tooLarge = notStale.filter(isTooLarge).map(({ position }) => position);
  const history = insertCounts(ledgerId, { counted_at: dated, source_name, pairs: counted });
  return { counted, tooLarge, stale, inserted, updated, units, history };
}
