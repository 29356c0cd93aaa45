import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { pipeline } from '../../db/pipeline.ts';
import { type Pair, recount } from './pair.ts';
import { insertCounts, PairUnits, readLater, readReserved } from './pair-rows.ts';
import { Pairs } from './pairs.ts';
import type { SentSku } from './sent-skus.ts';
import type { StoredSku } from './snapshot-store.ts';

/** How a sync counts pairs of a tracked ledger. */
export interface PairCounting {
  /** Of which moment, in milliseconds since 1970. */
  readonly counted_at: number;
  /** Whether what stands on the shelf was counted. */
  readonly on_hand: boolean;
  /** Whether reservations that it does not know of stay. A sync of no moment of its own knows of all. */
  readonly keeps_later: boolean;
  readonly source_name: string | null;
  /** The sync. */
  readonly ingest_run_id: number;
}

/** Counted pairs that are not saved yet. */
export interface CountedPairs {
  /** What was sent of pairs that were not counted later, with what they have now: the counts with what is later. */
  readonly fresh: readonly SentSku[];
  /** Rows of pairs that were counted later. */
  readonly stale: number;
  /** Rows whose sum is below 0. */
  readonly below_zero: number;
  /** Units that stay reserved at the fresh pairs. */
  readonly kept: number;
  /** What the SKUs had before. */
  readonly stored: ReadonlyMap<string, StoredSku>;
  readonly pairs: Pairs;
  /** The fresh pairs. */
  readonly counted: readonly Pair[];
  /** What the history of the pairs keeps. */
  readonly history: readonly Sql[];
}

/**
 * Counts the pairs that were sent, in memory, under the ledger's lock: entries that are later are laid over a count, and a
 * pair that was counted later stays as it is.
 */
export async function countPairs(
  tx: pg.PoolClient,
  ledgerId: number,
  sent: readonly SentSku[],
  { counted_at, on_hand, keeps_later, source_name, ingest_run_id }: PairCounting,
): Promise<CountedPairs> {
  const skus = sent.map(({ sku }) => sku);
  const { pairs, later, kept } = await pipeline(tx).run({
    pairs: () => Pairs.read(tx, ledgerId, skus),
    later: () => readLater(tx, ledgerId, skus, { counted_at, on_hand }),
    kept:
      keeps_later && !on_hand
        ? () => readReserved(tx, ledgerId, skus, counted_at)
        : async () => new PairUnits(null),
  });
  const stored = pairs.stored();
  const fresh: SentSku[] = [];
  const counted: Pair[] = [];
  let stale = 0;
  for (const each of sent) {
    const { sku } = each;
    const taken = {
      ...each,
      warehouses: [] as number[],
      quantities: [] as number[],
      with_facts: [] as boolean[],
    };
    each.warehouses.forEach((warehouse, row) => {
      const known = pairs.find(sku, warehouse);
      if ((known?.count.counted_at ?? counted_at) > counted_at) {
        stale += 1;
        return;
      }
      const quantity = each.quantities[row]!;
      const pair = pairs.at(sku, warehouse);
      const before = pair.quantity;
      recount(pair, {
        quantity,
        counted_at,
        on_hand,
        later: later.of(sku, warehouse),
        kept: kept.of(sku, warehouse),
      });
      if (pair.quantity !== before || pair.ingest_run_id === null) pair.ingest_run_id = ingest_run_id;
      counted.push(pair);
      taken.warehouses.push(warehouse);
      taken.quantities.push(pair.quantity);
      taken.with_facts.push(each.with_facts[row]!);
    });
    if (taken.warehouses.length > 0) fresh.push(taken);
  }
  return {
    ...{ fresh, stale, stored, pairs, counted },
    below_zero: counted.filter(({ count }) => count.missing > 0).length,
    kept: counted.reduce((units, { reserved }) => units + reserved, 0),
    history: insertCounts(ledgerId, { counted_at, source_name, pairs: counted }),
  };
}
