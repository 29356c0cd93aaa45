import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { type Pipeline, pipeline } from '../db/pipeline.ts';
import type { Principal } from '../identity/principal.ts';

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
