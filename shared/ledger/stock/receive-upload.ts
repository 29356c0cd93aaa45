import type { Readable } from 'node:stream';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import { lockSyncs } from '../../account/ledger-lock.ts';
import { FoundFaults, type OnInvalid } from '../../contracts/intake/found-faults.ts';
import { type ContentEncoding, type IncomingBody, openBody } from '../../contracts/intake/incoming-body.ts';
import { IntakeWarnings } from '../../contracts/intake/intake-warnings.ts';
import type { IntakeFormat } from '../../contracts/intake/read-elements.ts';
import { readInventory } from '../../contracts/intake/read-inventory.ts';
import type { dryRunSync, InventorySyncResult } from '../../contracts/inventory.ts';
import { allowLongLockWait } from '../../db/lock-waits.ts';
import { pipeline } from '../../db/pipeline.ts';
import { unprepared } from '../../db/sql.ts';
import { inLockedTransaction } from '../../db/transaction.ts';
import type { AppError } from '../../foundation/errors/app-error.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import { SpoolFile } from '../../foundation/spool-file.ts';
import type { Principal } from '../../identity/principal.ts';
import { type AnsweredOnce, answerTextOnce, type SaveKey } from '../idempotency/answer-once.ts';
import { MAX_ROWS, refusalOverPlan } from './read-snapshot.ts';
import { type PlaceOf, SnapshotWarehouses, withKnownWarehouses } from './snapshot-rows.ts';
import { readStaged, readStagedSkus, type SpooledRows, stagedRow, stageUpload } from './staged-upload.ts';
import { deleteOldVersions } from './stock-store.ts';
import { type InventorySyncDeps, rowsOf, type Syncing, shown, takeSync, trySync } from './take-sync.ts';

/** A file of stock as it is sent. */
export interface UploadRequest {
  /** It is read to its end or abandoned, never destroyed. */
  readonly body: Readable;
  readonly format: IntakeFormat;
  readonly encoding: ContentEncoding;
  /** The most bytes of the body, both before and after unpacking. */
  readonly limitBytes: number;
  /** Used if the body does not name its source. */
  readonly source_name: string | null;
  /** Used if the body does not say when it was counted. */
  readonly counted_at: string | null;
  readonly log_days: number;
  readonly on_invalid: OnInvalid;
  /** `endpoint` names the endpoint and its parameters. */
  readonly idempotency: { readonly key: string; readonly endpoint: string } | null;
  /** Whether it is only said what the file would change. */
  readonly dry_run: boolean;
}

/** The result of reading a file. */
interface SpooledUpload extends Omit<SpooledRows, 'text' | 'log_days'> {
  /** Why the file is refused; null: it is not. */
  readonly refusal: AppError | null;
}

/**
 * Receives a file of stock of any size as one sync, as a whole or not at all. Its rows
 * are first written to a file on disk. So memory does not grow with the upload, and neither a connection to the
 * database nor the ledger waits for a slow sender. Returns the result as JSON
 * text.
 *
 * Throws AppError: upload_limit for more rows than the plan allows, client_id_in_body, validation_failed with the first
 * faults and their lines, unknown_warehouse, duplicate_inventory_row, invalid_json, bad_request, body_too_large,
 * idempotency_conflict. If several apply, the first in this order.
 */
export async function receiveUpload(
  deps: InventorySyncDeps,
  principal: Principal,
  request: UploadRequest,
): Promise<AnsweredOnce<string>> {
  const body = openBody(request.body, request.encoding, request.limitBytes);
  try {
    return await spoolAndTake(deps, principal, request, body);
  } finally {
    body.abandon();
  }
}

async function spoolAndTake(
  deps: InventorySyncDeps,
  principal: Principal,
  request: UploadRequest,
  body: IncomingBody,
): Promise<AnsweredOnce<string>> {
  const spool = await SpoolFile.create();
  try {
    const upload = await spoolRows(deps, principal, request, body.bytes, spool);
    const idempotency = request.idempotency && {
      ...request.idempotency,
      request_hash: await body.digest(),
    };
    return await answerTextOnce(deps.db, principal.ledger_id, idempotency, async (saveKey) => {
      if (upload.refusal !== null) throw upload.refusal;
      const rows = () => ({ ...upload, log_days: request.log_days, text: spool.read() });
      if (request.dry_run) return JSON.stringify(await tryUpload(deps, principal, rows()));
      return JSON.stringify(await takeUpload(deps, principal, rows(), saveKey));
    });
  } finally {
    await spool.close();
  }
}

/**
 * Writes the rows of a file to the spool. An error that depends on the client's plan or warehouses is returned, not
 * thrown: if the same request was taken before, it gets the same answer, although the plan or warehouses may have
 * changed since.
 */
async function spoolRows(
  { db }: InventorySyncDeps,
  { plan, contract_variant, configuration_id }: Principal,
  request: UploadRequest,
  bytes: AsyncIterable<Buffer>,
  spool: SpoolFile,
): Promise<SpooledUpload> {
  const placeOf: PlaceOf = (at) => (request.format === 'json' ? `inventory[${at}]` : `line ${at}`);
  const configuration = await loadConfiguration(db, configuration_id);
  const warehouses = new SnapshotWarehouses(configuration, placeOf);
  const faults = new FoundFaults(request.on_invalid);
  const warnings = new IntakeWarnings();
  let { source_name, counted_at } = request;
  let rows = 0;
  const onHead = (name: string | null, countedAt: string | null) => {
    source_name = name ?? source_name;
    counted_at = countedAt ?? counted_at;
  };
  const reading = readInventory(bytes, request.format, contract_variant, onHead, warnings);
  const known = request.on_invalid === 'skip' ? withKnownWarehouses(reading, configuration) : reading;
  let good = 0;
  for await (const records of known) {
    let text = '';
    for (const { place, value, faults: found } of records) {
      const position = place.line ?? rows;
      rows += 1;
      faults.add(found);
      if (value === null || faults.willRefuse) continue;
      good += 1;
      const warehouse = warehouses.of(value, position);
      if (warehouse !== null) text += stagedRow(position, warehouse.db_id, value);
    }
    const overPlan = refusalOverPlan(plan, rows, 'so far');
    if (overPlan !== null)
      return { source_name, counted_at, placeOf, warnings: null, faults, refusal: overPlan };
    if (faults.areEnough) break;
    await spool.write(text);
  }
  if (rows === 0) throw validationFailed([{ path: 'body', message: 'must hold at least one row' }]);
  return {
    source_name,
    counted_at,
    placeOf,
    warnings: warnings.shown,
    faults,
    refusal: faults.refusalOf(good) ?? warehouses.refusal,
  };
}

/** The answer to a dry run of an upload. */
export type TriedSync = z.output<typeof dryRunSync>;

/**
 * Does what `syncInventory` does, for an upload of any size. One of no more rows than a request may have is counted like it,
 * under the ledger's lock. A larger one holds the lock shortly: orders of the client do not wait meanwhile; other syncs do.
 * Throws AppError: duplicate_inventory_row, counted_too_long_ago.
 */
export async function takeUpload(
  deps: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
  saveKey: SaveKey,
  fewRows = MAX_ROWS,
): Promise<InventorySyncResult> {
  const result = await onStaged(deps, principal, upload, fewRows, async (tx, syncing) => {
    const { answer, save } = await takeSync(tx, syncing, saveKey);
    await pipeline(tx).commitWith({ save });
    return answer;
  });
  // The upload has taken effect. If this fails, the daily pruning deletes the old versions.
  await deleteOldVersions(deps.db.pool, principal.ledger_id).catch(() => {});
  return result;
}

/** Does something with an upload whose rows are in the transaction's temporary table. */
async function onStaged<Result>(
  { db, syncQueues }: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
  fewRows: number,
  work: (tx: pg.PoolClient, syncing: Syncing) => Promise<Result>,
): Promise<Result> {
  const { client_id: owner, ledger_id, configuration_id } = principal;
  const configuration = await loadConfiguration(db, configuration_id);
  return syncQueues.run(ledger_id, () =>
    inLockedTransaction(db, { owner, lock: null }, async (tx) => {
      // First of all: what follows takes too long to be done again because another lock is not free.
      await lockSyncs(tx, ledger_id);
      await allowLongLockWait(tx, db.locks);
      const { text, placeOf, faults } = upload;
      const rows = await stageUpload(tx, ledger_id, text, placeOf, faults);
      return work(tx, {
        ...{ principal, configuration, parts: readStaged(tx), snapshot: upload },
        readAgain: rows > fewRows ? (skus) => readStagedSkus(tx, skus) : null,
      });
    }),
  );
}

/** What `takeUpload` would do now. It works on the next version of the stock, like a large upload, and is rolled back. */
export function tryUpload(
  deps: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
): Promise<TriedSync> {
  const { client_id, ledger_id } = principal;
  return onStaged(deps, principal, upload, 0, async (tx, syncing) => {
    const { sums, faults } = await trySync(tx, syncing);
    const { rows } = await tx.query<{ units_now: number; rows_now: number; reserved_units: number }>(
      unprepared(sql`
      SELECT coalesce(sum(u.free + u.reserved), 0)::bigint AS units_now, count(u.free)::int AS rows_now,
             coalesce(sum(u.reserved) FILTER (WHERE s.reserved_epoch = l.stock_epoch), 0)::bigint AS reserved_units
      FROM ledgers l
      JOIN stock s ON s.ledger_id = l.id AND s.version = l.stock_version
      CROSS JOIN LATERAL unnest(s.free, s.reserved) AS u (free, reserved)
      WHERE l.id = ${ledger_id}`),
    );
    await tx.query('ROLLBACK');
    const { units_now, ...now } = rows[0]!;
    return {
      ...{ client_id, ingest_run_id: null, ...rowsOf(sums), ...shown(faults, upload) },
      ...{ dry_run: true, units_now, units_then: units_now + sums.units, ...now },
    };
  });
}
