import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { type Pipeline, pipeline } from '../db/pipeline.ts';
import { inLockedTransaction } from '../db/transaction.ts';
import { callerGone } from '../foundation/errors/caller-gone.ts';
import { type Acquired, WaitTimeout } from '../foundation/keyed-mutex.ts';
import { currentTracing, inSharedSpan, type TraceCarrier } from '../foundation/telemetry/tracing.ts';
import type { Principal } from '../identity/principal.ts';
import { MOST_WORK_HERE } from './order-work.ts';
import { type LedgerMutexDeps, type LedgerWait, turnLock } from './stock/ledger-mutex.ts';

// Requests that wait right behind one another for a ledger are a group: they are saved in one transaction, and are otherwise
// requests of their own. In it, those that one turn takes follow one another: orders, changes of stock, or shipments.

/**
 * What shares a transaction: orders or changes, the bytes of the bodies that they came in, and the work that they take
 * (MOST_WORK_HERE), because they are decided without a pause. Others wait meanwhile.
 */
const MAX_SIZE = 100;
const MAX_BYTES = 256 * 1024;

/** What became of a request. */
export type Outcome<Answer = unknown> = { readonly answer: Answer } | { readonly refusal: Error };

/** What a turn made of requests. */
export interface TurnResult {
  /** Of the first requests, as many as it came to. */
  readonly outcomes: readonly Outcome[];
  /** What saves those that were not refused, and nothing of those that were. */
  readonly save: readonly Sql[];
}

/** How a turn is taken. */
export interface TurnContext {
  /** Sends what need not wait for the last statements. */
  readonly ahead: Pipeline;
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

/** A request that is ready to take its ledger's lock. */
export interface LedgerRequest<Data = unknown> {
  readonly data: Data;
  readonly turn: Turn<Data>;
  readonly principal: Principal;
  readonly wait: LedgerWait;
  /** What the requests of one turn have in common, such as a configuration. */
  readonly shared: string;
  /** What no two requests of one turn may have in common, such as an order. */
  readonly unshared: readonly string[];
  /** Its orders, or its changes. */
  readonly size: number;
  /** Length of its body. */
  readonly bytes: number;
  /** As order-work.ts estimates it. */
  readonly work: number;
}

/** A request that waits. */
interface WaitingRequest {
  readonly request: LedgerRequest;
  /** When its time to wait is over, in milliseconds of `performance.now()`. */
  readonly until: number;
  /** Its trace, if the process traces. */
  readonly trace: TraceCarrier | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers a request when it gets its ledger, in one transaction with those that wait right behind it. Throws what refuses
 * it, what the database throws, and WaitTimeout.
 */
export function inGroup<Answer, Data>(deps: LedgerMutexDeps, request: LedgerRequest<Data>): Promise<Answer> {
  const { ledgerMutex } = deps;
  return new Promise((resolve, reject) => {
    const waiting: WaitingRequest = {
      request: request as unknown as LedgerRequest,
      until: performance.now() + ledgerMutex.waitMs,
      trace: currentTracing()?.carrier(),
      resolve: resolve as never,
      reject,
    };
    const task = (acquired: Acquired<WaitingRequest>) => answerGroup(deps, waiting, acquired);
    ledgerMutex.runOrOffer(request.principal.ledger_id, waiting, task).catch(reject);
  });
}

/** Answers or refuses each request of a group. Those that wait right behind the first one when a transaction begins join it. */
async function answerGroup(
  deps: LedgerMutexDeps,
  first: WaitingRequest,
  { takeOffers }: Acquired<WaitingRequest>,
): Promise<void> {
  for (let group = [first].filter(isWaitedFor); group.length > 0; group = group.filter(isWaitedFor)) {
    const join = () => group.push(...takeOffers(fitting(group)).filter(isWaitedFor));
    const outcomes = await answerTogether(deps, group, join);
    const tried = group.splice(0, outcomes?.length ?? group.length);
    if (outcomes !== null) settle(tried, outcomes);
    else
      for (const each of tried) if (isWaitedFor(each)) settle([each], (await answerTogether(deps, [each]))!);
  }
}

/**
 * Answers requests of a ledger in one transaction; `join` adds others to them when it begins. Returns what became of the first
 * ones. Null: it failed, and each of them needs a transaction of its own.
 */
async function answerTogether(
  { db }: LedgerMutexDeps,
  group: readonly WaitingRequest[],
  join: () => void = () => {},
): Promise<readonly Outcome[] | null> {
  const waitMs = Math.min(...group.map((each) => each.request.wait.lockTimeoutMs ?? leftMsOf(each)));
  const { principal } = group[0]!.request;
  const answer = (tx: pg.PoolClient) => {
    join();
    const others = group.slice(1).map(({ trace }) => trace);
    const requests = group.map(({ request }) => request);
    if (others.length === 0) return takeTurns(tx, requests);
    return inSharedSpan('request group', others, () => takeTurns(tx, requests));
  };
  try {
    return await inLockedTransaction(db, turnLock(principal, waitMs), answer);
  } catch (refusal) {
    // If the outcome is unknown, the server may have committed: each caller gets that answer, as one alone does.
    const isFinal = group.length === 1 || (refusal as { code?: unknown }).code === 'outcome_unknown';
    return isFinal ? group.map(() => ({ refusal: refusal as Error })) : null;
  }
}

/**
 * Takes requests of a ledger turn by turn, and commits. Returns what became of the first ones, as many as the turns came
 * to. If all are refused, none leaves a trace.
 */
export async function takeTurns<Data>(
  tx: pg.PoolClient,
  requests: readonly LedgerRequest<Data>[],
): Promise<readonly Outcome[]> {
  const context = { ahead: pipeline(tx), isAlone: requests.length === 1 };
  const outcomes: Outcome[] = [];
  let last: readonly Sql[] = [];
  for (const [first, ...more] of turnsOf(requests)) {
    context.ahead.send({ before: last });
    const together = [first!, ...more];
    const taken = await first!.turn(
      tx,
      together.map(({ data }) => data),
      context,
    );
    outcomes.push(...taken.outcomes);
    last = taken.save;
    if (taken.outcomes.length < together.length) break;
  }
  if (outcomes.every((outcome) => 'refusal' in outcome)) await tx.query('ROLLBACK');
  else await context.ahead.commitWith({ last });
  return outcomes;
}

/** Requests in their order, those together that one turn can take. */
function turnsOf<Data>(requests: readonly LedgerRequest<Data>[]): LedgerRequest<Data>[][] {
  const turns: LedgerRequest<Data>[][] = [];
  let together: LedgerRequest<Data>[] = [];
  let met = new Set<string>();
  for (const request of requests) {
    const [first = request] = together;
    const joins =
      first.turn === request.turn &&
      first.shared === request.shared &&
      !request.unshared.some((each) => met.has(each));
    if (!joins || together.length === 0) {
      together = [];
      met = new Set();
      turns.push(together);
    }
    together.push(request);
    for (const each of request.unshared) met.add(each);
  }
  return turns;
}

function settle(group: readonly WaitingRequest[], outcomes: readonly Outcome[]): void {
  for (const [place, outcome] of outcomes.entries()) {
    const { resolve, reject } = group[place]!;
    if ('refusal' in outcome) reject(outcome.refusal);
    else resolve(outcome.answer);
  }
}

/** Rejects a request that nobody waits for any more. */
function isWaitedFor(waiting: WaitingRequest): boolean {
  if (waiting.request.wait.signal?.aborted) waiting.reject(callerGone());
  else if (leftMsOf(waiting) > 0) return true;
  else waiting.reject(new WaitTimeout('The ledger was not free in time.'));
  return false;
}

/** What is left of a request's time to wait, in milliseconds. */
function leftMsOf({ until }: WaitingRequest): number {
  return until - performance.now();
}

/** Says of one further request after the other whether a group can have it, too. */
function fitting(group: readonly WaitingRequest[]): (next: WaitingRequest) => boolean {
  let all = { size: 0, bytes: 0, work: 0 };
  const fits = ({ request }: WaitingRequest) => {
    all = {
      size: all.size + request.size,
      bytes: all.bytes + request.bytes,
      work: all.work + request.work,
    };
    return all.size <= MAX_SIZE && all.bytes <= MAX_BYTES && all.work <= MOST_WORK_HERE;
  };
  group.forEach(fits);
  return fits;
}
