import type { Readable } from 'node:stream';
import { assertWithinPlan } from '../../account/usage.ts';
import { type ContentEncoding, type IncomingBody, openBody } from '../../contracts/intake/incoming-body.ts';
import { type IntakeFault, type OrderRecord, toFault } from '../../contracts/intake/intake-record.ts';
import { IntakeWarnings } from '../../contracts/intake/intake-warnings.ts';
import type { IntakeFormat } from '../../contracts/intake/read-elements.ts';
import { readOrders } from '../../contracts/intake/read-orders.ts';
import type { IntakeWarning, ZipLeadingZeros } from '../../contracts/intake-warning.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import type { Database } from '../../db/database.ts';
import { awaitedLater } from '../../db/pipeline.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { ERRORS } from '../../foundation/errors/catalogue.ts';
import { type Extent, MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import type { BudgetShare } from '../../foundation/shared-budget.ts';
import type { Principal } from '../../identity/principal.ts';
import { answerOnce, insertKeys } from '../../ledger/idempotency/answer-once.ts';
import type { LedgerDeps } from '../../ledger/ledger-queues.ts';
import type { IdRange, RunRow } from '../../ledger/run-row.ts';
import { withoutHolds } from '../refuse-holds.ts';
import type { Receivers } from './receivers.ts';
import { acceptRun, addBatch, beginRun, type ReceivedBatch } from './receiving-store.ts';
import { FaultyParts, refuseRepeated, removeParts } from './repeated-orders.ts';

export interface ReceivingDeps extends LedgerDeps {
  readonly db: Database;
  readonly receivers: Receivers;
  /** The day of usage follows from it. */
  readonly now: () => Date;
}

/** A run as it is sent. */
export interface RunRequest {
  /** Read to its end or let go; never destroyed. */
  readonly body: Readable;
  readonly format: IntakeFormat;
  readonly encoding: ContentEncoding;
  /** Bytes that the body may have, as it is sent and unpacked. */
  readonly limitBytes: number;
  /** What becomes of a run with faulty orders: refused whole, or taken without them. */
  readonly on_invalid: 'reject' | 'skip';
  readonly zip_leading_zeros?: ZipLeadingZeros;
  /** Whether its orders may be held. */
  readonly takes_holds?: boolean;
  /** The part of the memory for bodies that its orders may take. The caller that opened it releases it. */
  readonly memory?: BudgetShare;
  /** `endpoint` is what was asked for beside the body. */
  readonly idempotency: { readonly key: string; readonly endpoint: string } | null;
}

/** A run that was accepted, and is worked on from now on. */
export interface AcceptedRun
  extends Pick<RunRow, 'id' | 'client_run_number' | 'orders_total' | 'fault_count'> {
  /** Its request had come before, and this is the run that it made then. */
  readonly replayed: boolean;
}

/** Faults of a run that are kept for its client to read. */
const MAX_FAULTS_KEPT = 10_000;

/**
 * Takes a run of any size into the database as it streams in. Memory does not grow with it. Its client sees it from the
 * start, and workers begin only after all of it has come. If anything fails before, nothing of it is kept.
 *
 * Throws AppError: validation_failed with the first faults and their lines (also where there is no good order),
 * invalid_json, bad_request, client_id_in_body, body_too_large, usage_limit, idempotency_conflict, run_ended
 * (cancelled meanwhile), overloaded.
 */
export async function receiveRun(
  deps: ReceivingDeps,
  principal: Principal,
  request: RunRequest,
): Promise<AcceptedRun> {
  const body = openBody(request.body, request.encoding, request.limitBytes);
  try {
    const { idempotency } = request;
    const { answer, replayed } = await answerOnce(
      deps.db,
      principal.ledger_id,
      // To know that it is the same request, its body is read to the end.
      idempotency && { ...idempotency, request_hash: () => body.digest() },
      ({ run_id }) => findReceived(deps.db, principal.ledger_id, run_id!),
      () => receive(deps, principal, request, body),
    );
    return { ...answer, replayed };
  } finally {
    body.abandon();
  }
}

type ReceivedRun = Omit<AcceptedRun, 'replayed'>;

/** A run that an earlier request with the same key made. */
async function findReceived({ pool }: Database, ledgerId: number, runId: number): Promise<ReceivedRun> {
  const { rows } = await pool.query<ReceivedRun>(
    'SELECT id, client_run_number, orders_total, fault_count FROM runs WHERE id = $1 AND ledger_id = $2',
    [runId, ledgerId],
  );
  return rows[0]!;
}

/** What has come of a run. */
interface Intake {
  readonly orders: number;
  readonly faulty_orders: number;
  /** The first of their faults. */
  readonly faults: readonly IntakeFault[];
  /** Whether all of it was read. */
  readonly counted: Extent;
  readonly warnings: readonly IntakeWarning[] | null;
}

async function receive(
  deps: ReceivingDeps,
  principal: Principal,
  request: RunRequest,
  body: IncomingBody,
): Promise<ReceivedRun> {
  const { pool } = deps.db;
  await assertWithinPlan(pool, principal, 1, deps.now());
  const { ledger_id } = principal;
  const { ledgerQueues } = deps;
  const { id: runId, client_run_number } = await ledgerQueues.pushAlone(principal, {}, async (tx) => ({
    answer: await beginRun(tx, principal),
    save: [],
  }));
  deps.receivers.add(runId);
  try {
    const intake = await storeOrders(deps, principal, runId, request, body);
    const { orders, faulty_orders } = intake;
    if (orders === 0 || (faulty_orders > 0 && request.on_invalid === 'reject'))
      throw refusal(intake, request);
    const request_hash = await body.digest();
    await ledgerQueues.pushAlone(principal, {}, async (tx) => {
      await acceptRun(tx, principal, runId, intake, deps.now());
      const idempotency = request.idempotency && { ...request.idempotency, request_hash };
      return {
        answer: null,
        save: insertKeys(ledger_id, [{ request: idempotency, run_id: runId, response: null }]),
      };
    });
    return { id: runId, client_run_number, orders_total: orders, fault_count: faulty_orders };
  } catch (error) {
    // What this cannot undo, `endAbandonedRuns` does once it is not renewed.
    await deps.receivers.end(runId).catch(() => {});
    throw error;
  } finally {
    deps.receivers.release(runId);
  }
}

/** Stores orders and faults, batch by batch. */
async function storeOrders(
  { db, now }: ReceivingDeps,
  principal: Principal,
  runId: number,
  request: RunRequest,
  body: IncomingBody,
): Promise<Intake> {
  const received: IdRange[] = [];
  const shown: IntakeFault[] = [];
  let orders = 0;
  let faultyOrders = 0;
  let kept = 0;
  let counted: Extent = 'all';
  // While the database takes a batch, the next one is read and checked.
  let writing: Promise<unknown> = Promise.resolve();
  const memory = new BatchMemory(request.memory ?? null);
  const warnings = new IntakeWarnings();
  const reading = { warnings, zip_leading_zeros: request.zip_leading_zeros ?? 'keep' };
  const faulty = request.format === 'csv' ? new FaultyParts() : null;
  for await (const sent of readOrders(memory.counted(body.bytes), request.format, reading)) {
    const read = await withoutHolds(db, principal, sent, request.takes_holds ?? false);
    await writing;
    memory.nextBatch();
    const records = await refuseRepeated(db.pool, principal.ledger_id, received, read, faulty);
    memory.kept = faulty?.bytes ?? 0;
    const batch = batchOf(records, received.length, kept);
    orders += batch.orders.length;
    faultyOrders += batch.faulty_orders;
    kept += batch.faults.length;
    shown.push(...batch.faults.slice(0, MAX_FAULTS_SHOWN - shown.length));
    if (request.on_invalid === 'reject' && shown.length === MAX_FAULTS_SHOWN) {
      // Nothing of this run will be kept, and its answer is complete.
      counted = 'so far';
      break;
    }
    await assertWithinPlan(db.pool, principal, orders, now());
    writing = awaitedLater(
      inTransaction(db.pool, async (tx) => {
        const range = await addBatch(tx, principal.ledger_id, runId, batch);
        if (range.orders > 0) received.push(range);
      }),
    );
  }
  await writing;
  if (faulty && request.on_invalid === 'skip')
    orders -= await removeParts(db, principal.ledger_id, runId, received, [...faulty.ids]);
  return { orders, faulty_orders: faultyOrders, faults: shown, counted, warnings: warnings.shown };
}

function batchOf(records: readonly OrderRecord[], chunk: number, faultsKept: number): ReceivedBatch {
  const orders: RoutingOrder[] = [];
  const faults: IntakeFault[] = [];
  for (const record of records) {
    if (record.value !== null) orders.push(record.value);
    else for (const fault of record.faults) faults.push(fault);
  }
  return {
    chunk,
    orders,
    faulty_orders: records.length - orders.length,
    faults: faults.slice(0, MAX_FAULTS_KEPT - faultsKept),
    first_fault: faultsKept,
  };
}

/**
 * The 422 of a run with faulty orders, or without any. If repeated order IDs alone are why it is refused, its code is
 * that of a batch with one; a batch is a 400, because its answer lists no faults.
 */
function refusal(
  { faults, faulty_orders, counted }: Intake,
  { on_invalid }: Pick<RunRequest, 'on_invalid'>,
): AppError {
  if (faulty_orders === 0)
    return validationFailed([{ path: 'body', message: 'must hold at least one order' }]);
  const shown = faults.map(toFault);
  const least = counted === 'all' ? '' : 'At least ';
  const isRepeated = on_invalid === 'reject' && faults.every(({ code }) => code === 'duplicate_order_id');
  const orders = faulty_orders === 1 ? '1 order is' : `${faulty_orders} orders are`;
  return new AppError(
    isRepeated ? 'duplicate_order_id' : 'validation_failed',
    `${least}${orders} faulty: ${shown[0]!.path}: ${shown[0]!.message}`,
    { faults: shown, status: ERRORS.validation_failed.status },
  );
}

/** Bytes in memory for a byte of an order's text, parsed and on its way to the database. An upper estimate. */
const PARSED_BYTES = 4;

/**
 * Counts the memory that a streamed body takes: the orders of the batch that is being read, and of the batch before, which
 * is being written. Throws AppError overloaded if the memory for bodies is full.
 */
export class BatchMemory {
  readonly #share: BudgetShare | null;
  /** Bytes that are kept until the end of the body. */
  kept = 0;
  #reading = 0;
  #writing = 0;

  /** `share` is null if nothing is to be counted. */
  constructor(share: BudgetShare | null) {
    this.#share = share;
  }

  /** Passes the bytes on and counts them. */
  async *counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#reading += chunk.length;
      this.#share?.growTo((this.#reading + this.#writing) * PARSED_BYTES + this.kept);
      yield chunk;
    }
  }

  /** To be called when a batch is read and the batch before it is written. */
  nextBatch(): void {
    this.#writing = this.#reading;
    this.#reading = 0;
  }
}
