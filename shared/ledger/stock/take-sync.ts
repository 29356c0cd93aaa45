import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../../account/configurations.ts';
import { decisionMoment, lockSyncs, takeLedger } from '../../account/ledger-lock.ts';
import { FoundFaults } from '../../contracts/intake/found-faults.ts';
import { toFault } from '../../contracts/intake/intake-record.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import type { InventorySyncResult } from '../../contracts/inventory.ts';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import type { Principal } from '../../identity/principal.ts';
import { eventOf } from '../events.ts';
import {
  type AnsweredOnce,
  answerTextOnce,
  type IdempotentRequest,
  type SaveKey,
} from '../idempotency/answer-once.ts';
import { type LedgerQueues, type LedgerWait, refuseGone } from '../ledger-queues.ts';
import { rerouteOnSync } from '../reroute-run.ts';
import { countPairs, type PairCounting } from './count-pairs.ts';
import {
  type Counting,
  countingOf,
  endSync,
  insertIngestRun,
  reportOfCounts,
  SyncSums,
  saveFacts,
  shortPairEvents,
  takeIngestRunId,
} from './counting.ts';
import { type BeganLedger, beganLedger, changedSince, dateCounts } from './pair-rows.ts';
import { Pairs } from './pairs.ts';
import { readSnapshot, type SnapshotOptions } from './read-snapshot.ts';
import { placeInJson, type SentRow, type Snapshot, tooLargeRow, withWarehouses } from './snapshot-rows.ts';
import { copyRemaining, currentVersion, nextVersion, stockRowsOf } from './stock-store.ts';

export interface InventorySyncDeps {
  readonly db: Database;
  /** The syncs of each ledger in this process, which run one after another. Those that wait have no connection. */
  readonly syncQueues: LedgerQueues;
}

/**
 * Counts the pairs of a snapshot, as a whole or not at all (docs/explanation/stock.md). Rows that are not sent stay as they
 * are. Throws AppError: unknown_warehouse, duplicate_inventory_row, counted_too_long_ago.
 */
export async function syncInventory(
  deps: InventorySyncDeps,
  principal: Principal,
  snapshot: Snapshot,
  saveKey: SaveKey = () => [],
  wait: LedgerWait = {},
): Promise<InventorySyncResult> {
  const { rows, placeOf = placeInJson } = snapshot;
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const parts = [withWarehouses(rows, configuration, placeOf)];
  const syncing = { principal, configuration, snapshot, parts, readAgain: null };
  return deps.syncQueues.pushAlone(principal, wait, (tx) => takeSync(tx, syncing, saveKey, wait));
}

/** A sync as plain data, so that any thread can answer it. */
export interface SyncRequest extends SnapshotOptions {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly log_days: number;
  readonly idempotency: IdempotentRequest | null;
}

/**
 * Syncs a snapshot from the bytes of its body. Returns the result as JSON text.
 * Throws AppError: those of readSnapshot and syncInventory, idempotency_conflict.
 */
export function syncBody(
  deps: InventorySyncDeps,
  { principal, body, idempotency, ...options }: SyncRequest,
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string>> {
  return answerTextOnce(deps.db, principal.ledger_id, idempotency, async (saveKey) => {
    const configuration = await loadConfiguration(deps.db, principal.configuration_id);
    const snapshot = await readSnapshot(body, principal, configuration, options);
    return JSON.stringify(
      await syncInventory(deps, principal, { ...snapshot, log_days: options.log_days }, saveKey, wait),
    );
  });
}

/** A sync, with all that is known of it before its ledger is locked. */
export interface Syncing {
  readonly principal: Principal;
  readonly configuration: StoredConfiguration;
  readonly snapshot: Omit<Snapshot, 'rows'>;
  /** What was sent, in at least one part. Each SKU is in one part only. */
  readonly parts: Iterable<readonly SentRow[]> | AsyncIterable<readonly SentRow[]>;
  /**
   * Of a large one: reads what was sent of some SKUs again. It builds the next version of the stock beside the current one, so
   * that orders do not wait for its rows. Null: it is counted under the ledger's lock.
   */
  readonly readAgain: ((skus: readonly string[]) => Promise<SentRow[]>) | null;
}

/**
 * Takes a sync: each row is a count of its pair, and one without a moment of its own ends all reservations of its ledger. A
 * large one loses nothing of what happens while it is built: under the lock, rows of stock to which anything happened since it
 * began are counted again, from what they have then. Returns what saves it. `saveKey` makes what
 * saves the result as JSON text under its request's key. Throws AppError counted_too_long_ago, validation_failed for rows
 * with which a quantity would be too large.
 */
export async function takeSync(
  tx: pg.PoolClient,
  syncing: Syncing,
  saveKey: SaveKey,
  wait: LedgerWait = {},
): Promise<{ readonly answer: InventorySyncResult; readonly save: readonly Sql[] }> {
  const { principal, configuration, snapshot, readAgain } = syncing;
  const { client_id, ledger_id } = principal;
  const isLarge = readAgain !== null;
  const [part] = Array.isArray(syncing.parts) ? (syncing.parts as SentRow[][]) : [];
  const { began, ingest_run_id, pairs } = await pipeline(tx).run({
    syncs: () => lockSyncs(tx, ledger_id),
    began: () => (isLarge ? beganLedger(tx, ledger_id) : takeLedger(tx, ledger_id)),
    ingest_run_id: () => takeIngestRunId(tx),
    pairs: part === undefined ? null : () => readPairs(tx, ledger_id, part),
  });
  refuseGone(wait.signal);
  const counting = countingOf(configuration, snapshot, began);
  const built = await countParts(tx, syncing, { ...counting, ingest_run_id }, pairs);
  const taken =
    'entry_id' in began
      ? await countAgain(tx, syncing, built, { counting, ingest_run_id, began })
      : { counting, taken_at: decisionMoment(began), changes: built.unsaved };
  const { sums } = built;
  const result: InventorySyncResult = {
    ...{ client_id, ingest_run_id },
    ...rowsOf(sums),
    ...shown(built.faults, snapshot),
    ...reportOfCounts(configuration, taken.counting, sums),
  };
  const text = JSON.stringify(result);
  const save = [
    endSync(ledger_id, taken.counting, isLarge),
    ...taken.changes,
    insertIngestRun(ledger_id, ingest_run_id, snapshot.source_name, sums, taken.taken_at),
    ...rerouteOnSync(principal, configuration),
    ...eventOf(principal, 'inventory.synced', { data: text }),
    ...shortPairEvents(principal, result.short),
    ...saveKey(text),
  ];
  return { answer: result, save };
}

/** What a large sync would change now, by counts that it makes and leaves to be rolled back. The caller has the syncs' lock. */
export async function trySync(
  tx: pg.PoolClient,
  syncing: Syncing,
): Promise<Pick<BuiltSync, 'sums' | 'faults'>> {
  const { ledger_id } = syncing.principal;
  const counting = countingOf(syncing.configuration, syncing.snapshot, await beganLedger(tx, ledger_id));
  return countParts(tx, syncing, { ...counting, ingest_run_id: 0 });
}

/** What a sync has counted, and what is not written of it yet. */
interface BuiltSync {
  readonly sums: SyncSums;
  readonly unsaved: readonly Sql[];
  /** Where rows stand that were left out. */
  readonly leftOut: ReadonlySet<number>;
  readonly faults: FoundFaults;
}

function readPairs(tx: pg.PoolClient, ledgerId: number, part: readonly SentRow[]): Promise<Pairs> {
  return Pairs.read(tx, ledgerId, stockRowsOf(part));
}

/** Counts part by part. A part is written while the next one is read. `first`: the pairs of the first one, if they are read. */
async function countParts(
  tx: pg.PoolClient,
  { principal: { ledger_id }, snapshot, parts, readAgain }: Syncing,
  counting: Counting & Pick<PairCounting, 'ingest_run_id'>,
  first: Pairs | null = null,
): Promise<BuiltSync> {
  const version = readAgain === null ? currentVersion(ledger_id) : nextVersion(ledger_id);
  // A large one without a moment of its own is of the moment of its switch.
  const isDated = readAgain === null || counting.isCounted;
  const built = { ...counting, counted_at: isDated ? counting.dated : null };
  const sums = new SyncSums();
  const leftOut = new Set<number>();
  let unsaved: Sql[] = [];
  let known = first;
  for await (const part of parts) {
    const { read } = await pipeline(tx).run({
      unsaved,
      read: known === null ? () => readPairs(tx, ledger_id, part) : null,
    });
    const pairs = known ?? read!;
    known = null;
    const counted = await countPairs(tx, ledger_id, part, pairs, built, (facts) =>
      saveFacts(tx, ledger_id, facts, version),
    );
    for (const position of counted.tooLarge) leftOut.add(position);
    sums.add(counted);
    unsaved = [...pairs.changes(version), ...counted.history];
  }
  const { placeOf = placeInJson, faults: given = new FoundFaults() } = snapshot;
  const found = [...leftOut].sort((a, b) => a - b).map((position) => tooLargeRow(placeOf(position)));
  const faults = given.and(found);
  faults.refuse(sums.received);
  return { sums, unsaved, leftOut, faults };
}

/** Rows of stock that are counted again at a time under the ledger's lock. */
const ROWS_A_STEP = 5000;

interface Began {
  readonly counting: Counting;
  readonly ingest_run_id: number;
  readonly began: BeganLedger;
}

/** Completes the next version under the ledger's lock. What was not sent of a SKU is what it has then. */
async function countAgain(
  tx: pg.PoolClient,
  { principal: { ledger_id }, snapshot: { placeOf = placeInJson }, readAgain }: Syncing,
  { sums, unsaved, leftOut }: BuiltSync,
  { counting, ingest_run_id, began }: Began,
) {
  await pipeline(tx).run({ unsaved });
  await copyRemaining(tx, ledger_id);
  const ledger = await takeLedger(tx, ledger_id);
  const taken_at = decisionMoment(ledger);
  const atSwitch = counting.isCounted ? counting : { ...counting, dated: taken_at };
  const changed = await changedSince(tx, ledger_id, began, counting.endsAll);
  for (let from = 0; from < changed.length; from += ROWS_A_STEP) {
    const rows = changed.slice(from, from + ROWS_A_STEP);
    const sent = await readAgain!([...new Set(rows.map(({ sku }) => sku))]);
    const pairs = await Pairs.read(tx, ledger_id, rows);
    const counted = await countPairs(tx, ledger_id, sent, pairs, {
      ...atSwitch,
      counted_at: atSwitch.dated,
      ...{ ingest_run_id, leftOut },
    });
    // What they would change is counted already: whoever sends them again has them left out.
    if (counted.tooLarge.length > 0)
      throw validationFailed(counted.tooLarge.map((position) => toFault(tooLargeRow(placeOf(position)))));
    pairs.touch(rows);
    sums.note(counted.counted);
    await pipeline(tx).run({ stock: pairs.changes(nextVersion(ledger_id)) });
  }
  const changes = counting.isCounted ? [] : [dateCounts(ledger_id, counting.dated, taken_at)];
  return { counting: atSwitch, taken_at, changes };
}

/** The rows of a sync, as its answer counts them. */
export const rowsOf = ({ received, inserted, updated }: SyncSums) => ({
  rows_received: received,
  rows_upserted: received,
  rows_inserted: inserted,
  rows_updated: updated,
  rows_unchanged: received - inserted - updated,
  rows_deleted: 0,
});

/** What the answer to a sync says of the file: the rows that it skipped, and warnings. */
export const shown = ({ skipped }: FoundFaults, { warnings }: Pick<Snapshot, 'warnings'>) => ({
  ...(skipped && { fault_count: skipped.fault_count, faults: skipped.faults.map(toFault) }),
  ...(warnings && { warnings: [...warnings] }),
});
