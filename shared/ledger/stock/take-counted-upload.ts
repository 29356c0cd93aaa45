import type pg from 'pg';
import type { StoredConfiguration } from '../../account/configurations.ts';
import { takeLedger } from '../../account/ledger-lock.ts';
import type { InventorySyncResult } from '../../contracts/inventory.ts';
import { pipeline } from '../../db/pipeline.ts';
import type { Principal } from '../../identity/principal.ts';
import type { SaveKey } from '../idempotency/answer-once.ts';
import { type CountedPairs, countPairs } from './count-pairs.ts';
import { type Counting, countingOf, reportOfCounts } from './counting.ts';
import { type MergedSnapshot, mergeSnapshot } from './merge-snapshot.ts';
import { countAtEndOf, type Pair, shortOf } from './pair.ts';
import { changedSince, dateCounts, lastEntry, noteCount, startTracking } from './pair-rows.ts';
import { emptySku, type SentSku } from './sent-skus.ts';
import { startEpoch, takeIngestRunId } from './snapshot-store.ts';
import {
  countStagedSkus,
  details,
  readStaged,
  readStagedSkus,
  type SpooledRows,
  stagedAt,
  stageUpload,
} from './staged-upload.ts';
import { copyRemaining, currentVersion, nextVersion } from './stock-version.ts';
import { recordSync } from './sync.ts';

/** An upload to a ledger that is tracked from now on at the latest. */
interface CountedUpload {
  readonly principal: Principal;
  readonly configuration: StoredConfiguration;
  readonly upload: SpooledRows;
  readonly saveKey: SaveKey;
  /** Up to this number of SKUs the current version is changed. */
  readonly fewSkus: number;
}

/** What was counted so far. */
interface Totals {
  readonly merged: MergedSnapshot | null;
  readonly stale: number;
}

/** SKUs that are counted again at a time under the ledger's lock. */
const SKUS_A_STEP = 5000;

/**
 * Takes an upload as counts of its pairs. A large one builds the next version of the stock beside the current one without the
 * ledger's lock, and loses nothing of what happens meanwhile: under the lock, SKUs of which units are reserved or to which
 * anything happened since it began are counted again, from what they have then. Ends the transaction.
 */
export async function takeCountedUpload(
  tx: pg.PoolClient,
  { principal, configuration, upload, saveKey, fewSkus }: CountedUpload,
): Promise<InventorySyncResult> {
  const { ledger_id } = principal;
  await stageUpload(tx, ledger_id, upload.text, upload.placeOf, upload.faults);
  const isLarge = (await countStagedSkus(tx, fewSkus + 1)) > fewSkus;
  const ingest_run_id = await takeIngestRunId(tx);
  const last = isLarge ? await lastEntry(tx, ledger_id) : null;
  const began = last ?? (await takeLedger(tx, ledger_id));
  const counting = countingOf(configuration, { ...upload, source_name: upload.source_name }, began);
  const build = { ...counting, ingest_run_id };
  const short: Pair[] = [];
  const below = new Set<string>();
  let kept = 0;
  const note = (counted: CountedPairs) => {
    for (const pair of counted.counted) {
      if (pair.count.missing > 0) below.add(keyOf(pair));
      else below.delete(keyOf(pair));
      if (shortOf(pair) > 0) short.push(pair);
    }
    kept += counted.kept;
  };

  let totals: Totals = { merged: null, stale: 0 };
  const version = isLarge ? nextVersion(ledger_id) : currentVersion(ledger_id);
  if (!isLarge) await beginCounting(tx, ledger_id, counting);
  for await (const part of readStaged(tx)) {
    const counted = await countPairs(tx, ledger_id, part, build);
    const merged = await mergeSnapshot(tx, ledger_id, {
      ...{ parts: [counted.fresh], version, stored: counted.stored },
      open: async () => ingest_run_id,
    });
    totals = { merged: bothMerged(totals.merged, merged), stale: totals.stale + counted.stale };
    if (isLarge) counted.pairs.unreserve();
    note(counted);
    if (isLarge && !counting.isCounted) for (const pair of counted.counted) countAtEndOf(pair, ingest_run_id);
    await pipeline(tx).run({ stock: counted.pairs.changes(version), history: counted.history });
  }
  let { counted_at } = counting;
  let taken_at = began.as_of;
  if (last !== null) {
    await copyRemaining(tx, ledger_id);
    const ledger = await takeLedger(tx, ledger_id);
    await beginCounting(tx, ledger_id, counting);
    taken_at = ledger.as_of;
    if (!counting.isCounted) {
      await pipeline(tx).run({ history: dateCounts(ledger_id, counted_at, taken_at) });
      counted_at = taken_at;
    }
    const again = { ...build, counted_at };
    const changed = await changedSince(tx, ledger_id, last.id);
    for (let from = 0; from < changed.length; from += SKUS_A_STEP) {
      const skus = changed.slice(from, from + SKUS_A_STEP);
      const counted = await recount(tx, ledger_id, skus, again);
      note(counted);
      await pipeline(tx).run({ stock: counted.pairs.changes(version) });
    }
    await pipeline(tx).run({
      switched: startEpoch(ledger_id, { switchVersion: true, endsReservations: false }),
    });
  }
  const { merged, stale } = totals;
  const counts = { ...merged!.counts, received: merged!.counts.received + stale };
  const sums = { stale, below_zero: below.size, kept, counted: short };
  const answer = reportOfCounts(configuration, { ...counting, counted_at }, sums);
  const { result, records } = recordSync(
    principal,
    configuration,
    { ...merged!, counts, taken_at },
    details(upload),
    saveKey,
    stagedAt,
    answer,
  );
  await pipeline(tx).commitWith({ counted: noteCount(ledger_id, counted_at), ...records });
  return result;
}

/** Has the ledger's lock. */
async function beginCounting(tx: pg.PoolClient, ledgerId: number, { endsAll }: Counting): Promise<void> {
  await pipeline(tx).run({
    epoch: endsAll ? startEpoch(ledgerId) : null,
    track: startTracking(ledgerId),
  });
}

/** Counts SKUs that anything happened to again. What was not sent of them is what they have now. */
async function recount(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly string[],
  counting: Parameters<typeof countPairs>[3],
): Promise<CountedPairs> {
  const staged = new Map((await readStagedSkus(tx, skus)).map((sent) => [sent.sku, sent]));
  const counted = await countPairs(
    tx,
    ledgerId,
    skus.map((sku): SentSku => staged.get(sku) ?? emptySku(sku)),
    counting,
  );
  counted.pairs.touch(skus);
  return counted;
}

const keyOf = ({ sku, warehouse }: Pair) => `${warehouse} ${sku}`;

function bothMerged(left: MergedSnapshot | null, right: MergedSnapshot): MergedSnapshot {
  if (left === null) return right;
  for (const [warehouse, rows] of right.reported) {
    const known = left.reported.get(warehouse) ?? { reported: 0, inserted: 0, unchanged: 0 };
    left.reported.set(warehouse, {
      reported: known.reported + rows.reported,
      inserted: known.inserted + rows.inserted,
      unchanged: known.unchanged + rows.unchanged,
    });
  }
  return {
    ...left,
    counts: {
      received: left.counts.received + right.counts.received,
      inserted: left.counts.inserted + right.counts.inserted,
      updated: left.counts.updated + right.counts.updated,
    },
  };
}
