import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { lockSyncs, takeLedger } from '../account/ledger-lock.ts';
import type { Database } from '../db/database.ts';
import { type Pipeline, pipeline } from '../db/pipeline.ts';
import { inLockedTransaction, type LockedTransaction } from '../db/transaction.ts';
import { callerGone } from '../foundation/errors/app-error.ts';
import { KeyedMutex, type Waiting, WaitTimeout } from '../foundation/keyed-mutex.ts';
import { currentTracing, inSharedSpan, type TraceCarrier } from '../foundation/telemetry/tracing.ts';
import type { Principal } from '../identity/principal.ts';
import { MAX_WORK_HERE } from './order-work.ts';

// Requests for a ledger, and the turns that take them: those of one kind that follow one another are taken together.

/** Why nothing of a request is saved: an error for its caller, or what whoever sent it acts on, such as TOO_HARD. */
export interface Refused<Why = unknown> {
  readonly refused: Why;
}

/** Result of a request. */
export type Outcome<Answer = unknown> = { readonly answer: Answer } | Refused;

/** What a turn made of requests. */
export interface TurnResult<Answer = unknown> {
  /** Of the first requests, as many as it came to. */
  readonly outcomes: readonly Outcome<Answer>[];
  /** What saves those that were not refused, and nothing of those that were. */
  readonly save: readonly Sql[];
}

/** How a turn is taken. */
export interface TurnContext {
  /** Sends what need not wait for the last statements. */
  readonly earlyWrites: Pipeline;
  /** Whether the transaction has only one request. It may learn at the end that its Idempotency-Key is taken. */
  readonly isAlone: boolean;
}

/**
 * Takes requests of one kind, one after another, each on what the ones before it left. Takes the ledger's lock with its first
 * statements. Saves nothing itself: what it returns is saved. If it throws, nothing of the whole transaction is.
 */
export type Turn<Data> = (
  tx: pg.PoolClient,
  requests: readonly Data[],
  context: TurnContext,
) => Promise<TurnResult>;

/** How a request waits. */
export interface LedgerWait {
  /** Aborted when the caller has gone away. Then nothing is done for the request. */
  readonly signal?: Pick<AbortSignal, 'aborted'> | undefined;
  /** The longest wait for a lock, in milliseconds. By default what the wait in the queue has left. */
  readonly lockTimeoutMs?: number | undefined;
}

/** A request that is ready to take its ledger's lock. */
export interface LedgerRequest<Data = unknown> {
  readonly data: Data;
  readonly turn: Turn<Data>;
  readonly principal: Pick<Principal, 'client_id' | 'ledger_id'>;
  readonly wait: LedgerWait;
  /** What the requests of one turn have in common, such as a configuration. */
  readonly turnKey: string;
  /** What no two requests of one turn may have in common, such as an order. */
  readonly exclusiveKeys: readonly string[];
  /** Its orders, or its changes. Infinity: it shares its transaction with no other. */
  readonly size: number;
  /** Length of its body. */
  readonly bytes: number;
  /** As order-work.ts estimates it. */
  readonly work: number;
}

/**
 * Takes requests of a ledger turn by turn, and commits. Returns the results of the first ones, as many as the turns came
 * to. If all are refused, none leaves a trace.
 */
export async function takeTurns(
  tx: pg.PoolClient,
  requests: readonly LedgerRequest[],
): Promise<readonly Outcome[]> {
  const context = { earlyWrites: pipeline(tx), isAlone: requests.length === 1 };
  const outcomes: Outcome[] = [];
  let last: readonly Sql[] = [];
  for (const together of turnsOf(requests)) {
    context.earlyWrites.send({ before: last });
    const { turn } = together[0]!;
    const taken = await turn(
      tx,
      together.map(({ data }) => data),
      context,
    );
    outcomes.push(...taken.outcomes);
    last = taken.save;
    if (taken.outcomes.length < together.length) break;
  }
  if (outcomes.every((outcome) => 'refused' in outcome)) await tx.query('ROLLBACK');
  else await context.earlyWrites.commitWith({ last });
  return outcomes;
}

/** Requests in their order, those together that one turn can take. */
function turnsOf(requests: readonly LedgerRequest[]): LedgerRequest[][] {
  const turns: LedgerRequest[][] = [];
  let together: LedgerRequest[] = [];
  let met = new Set<string>();
  for (const request of requests) {
    const [first] = together;
    const joins =
      first !== undefined &&
      first.turn === request.turn &&
      first.turnKey === request.turnKey &&
      !request.exclusiveKeys.some((each) => met.has(each));
    if (!joins) {
      together = [];
      met = new Set();
      turns.push(together);
    }
    together.push(request);
    for (const each of request.exclusiveKeys) met.add(each);
  }
  return turns;
}

/**
 * What shares a transaction: orders or changes, the bytes of the bodies that they came in, and the work that they take
 * (MAX_WORK_HERE), because they are decided without a pause. Others wait meanwhile.
 */
const MAX_SIZE = 100;
const MAX_BYTES = 256 * 1024;

export interface LedgerDeps {
  readonly ledgerQueues: LedgerQueues;
}

interface WaitingRequest extends Waiting {
  readonly request: LedgerRequest;
  /** When its time to wait is over, in milliseconds of `performance.now()`. */
  readonly until: number;
  /** Its trace, if the process traces. */
  readonly trace: TraceCarrier | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The queues of the ledgers in this process, where requests wait without a connection and without a thread. Only the first
 * one of a queue tries to take the ledger's row lock, which another process may have (db/lock-waits.ts). Requests that wait
 * right behind one another are a group: they are saved in one transaction, and are otherwise requests of their own.
 */
export class LedgerQueues extends KeyedMutex<number> {
  readonly #db: Pick<Database, 'pool' | 'locks'>;

  /** By default, waits have no limit. */
  constructor(db: Pick<Database, 'pool' | 'locks'>, waitMs?: number) {
    super(waitMs);
    this.#db = db;
  }

  /**
   * Answers a request when it gets its ledger, in one transaction with those that wait right behind it. Returns or throws what
   * refuses it. Throws what the database throws, and WaitTimeout.
   */
  push<Answer, Data>(request: LedgerRequest<Data>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting: WaitingRequest = {
        request: request as unknown as LedgerRequest,
        until: performance.now() + this.waitMs,
        trace: currentTracing()?.carrier(),
        resolve: resolve as never,
        reject,
        ...{ isTaken: false, endWait() {} },
      };
      const answer = (queue: readonly Waiting[]) => this.#answerGroup(waiting, queue);
      this.inTurn(request.principal.ledger_id, waiting, answer, {}).catch(reject);
    });
  }

  /** The same for a change that shares its transaction with no other. It refuses by throwing. */
  pushAlone<Answer>(
    principal: LedgerRequest['principal'],
    wait: LedgerWait,
    change: (tx: pg.PoolClient) => Promise<{ readonly answer: Answer; readonly save: readonly Sql[] }>,
  ): Promise<Answer> {
    const turn: Turn<null> = async (tx) => {
      const { answer, save } = await change(tx);
      return { outcomes: [{ answer }], save };
    };
    const alone = { size: Number.POSITIVE_INFINITY, bytes: 0, work: 0, turnKey: '', exclusiveKeys: [] };
    return this.push({ data: null, turn, principal, wait, ...alone });
  }

  /**
   * Waits until the locks of a ledger are free: takes them and releases them. Another request may take them before the caller
   * does. Throws WaitTimeout, the reason of the signal, or SQLSTATE 55P03 if they are not free in time.
   */
  untilFree(
    principal: LedgerRequest['principal'],
    { waitMs, signal, isSync }: FreeLedgerWait,
  ): Promise<void> {
    const { ledger_id } = principal;
    const probe = (leftMs: number) =>
      inLockedTransaction(this.#db, turnLock(principal, leftMs), async (tx) => {
        // A rollback needs no write to disk.
        await pipeline(tx).run({
          syncs: isSync ? () => lockSyncs(tx, ledger_id) : null,
          ledger: () => takeLedger(tx, ledger_id),
          release: () => tx.query('ROLLBACK'),
        });
      });
    return this.run(ledger_id, probe, { waitMs, signal });
  }

  /** Answers or refuses each request of a group. Those that wait right behind the first one when a transaction begins join it. */
  async #answerGroup(first: WaitingRequest, queue: readonly Waiting[]): Promise<void> {
    let group = [first];
    for (;;) {
      group = group.filter(isStillWanted);
      if (group.length === 0) return;
      const outcomes = await this.#answerTogether(group, queue);
      const tried = group.splice(0, outcomes?.length ?? group.length);
      if (outcomes !== null) settle(tried, outcomes);
      else
        for (const each of tried)
          if (isStillWanted(each)) settle([each], (await this.#answerTogether([each], []))!);
    }
  }

  /**
   * Answers requests of a ledger in one transaction; those of the queue that may join are added when it begins. Returns the
   * results of the first ones. Null: it failed, and each of them needs a transaction of its own.
   */
  async #answerTogether(
    group: WaitingRequest[],
    queue: readonly Waiting[],
  ): Promise<readonly Outcome[] | null> {
    const waitMs = Math.min(...group.map((each) => each.request.wait.lockTimeoutMs ?? leftMsOf(each)));
    const { principal } = group[0]!.request;
    const answer = (tx: pg.PoolClient) => {
      group.push(...takeJoining(queue, group).filter(isStillWanted));
      const others = group.slice(1).map(({ trace }) => trace);
      const requests = group.map(({ request }) => request);
      if (others.length === 0) return takeTurns(tx, requests);
      return inSharedSpan('request group', others, () => takeTurns(tx, requests));
    };
    try {
      return await inLockedTransaction(this.#db, turnLock(principal, waitMs), answer);
    } catch (refused) {
      // If the outcome is unknown, the server may have committed: each caller gets that answer, as one alone does.
      const isFinal = group.length === 1 || (refused as { code?: unknown }).code === 'outcome_unknown';
      return isFinal ? group.map(() => ({ refused })) : null;
    }
  }
}

/** How a request waits that will take its locks in a thread. */
interface FreeLedgerWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Whether the work is a sync, which also waits for other syncs of the ledger. */
  readonly isSync: boolean;
}

/**
 * How a turn of a ledger begins, for requests that are in its queue. Its statements look rows up by their keys, whatever the
 * values: planning them at each call took a fifth of a turn of one order.
 */
export function turnLock({ client_id }: Pick<Principal, 'client_id'>, waitMs: number): LockedTransaction {
  return {
    owner: client_id,
    lock: null,
    waitMs,
    settings: '; SET LOCAL plan_cache_mode = force_generic_plan',
  };
}

/** Throws AppError bad_request if the caller has gone away. */
export function refuseGone(signal: LedgerWait['signal']): void {
  if (signal?.aborted) throw callerGone();
}

function settle(group: readonly WaitingRequest[], outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    const { resolve, reject } = group[index]!;
    if ('answer' in outcome) resolve(outcome.answer);
    else if (outcome.refused instanceof Error) reject(outcome.refused);
    else resolve(outcome.refused);
  }
}

/** Whether somebody still waits for a request; else it is rejected. */
function isStillWanted(waiting: WaitingRequest): boolean {
  if (waiting.request.wait.signal?.aborted) waiting.reject(callerGone());
  else if (leftMsOf(waiting) > 0) return true;
  else waiting.reject(new WaitTimeout('The ledger was not free in time.'));
  return false;
}

/** What is left of a request's time to wait, in milliseconds. */
function leftMsOf({ until }: WaitingRequest): number {
  return until - performance.now();
}

/** Takes the requests out of a queue that wait right behind a group and fit into its transaction. */
function takeJoining(queue: readonly Waiting[], group: readonly WaitingRequest[]): WaitingRequest[] {
  let [size, bytes, work] = [0, 0, 0];
  const fits = ({ request }: WaitingRequest) => {
    size += request.size;
    bytes += request.bytes;
    work += request.work;
    return size <= MAX_SIZE && bytes <= MAX_BYTES && work <= MAX_WORK_HERE;
  };
  group.forEach(fits);
  const taken: WaitingRequest[] = [];
  // A copy, because `endWait` takes the request out of the queue.
  for (const waiting of [...queue] as (Waiting | WaitingRequest)[]) {
    if (!('request' in waiting) || !fits(waiting)) break;
    waiting.isTaken = true;
    waiting.endWait();
    taken.push(waiting);
  }
  return taken;
}
