import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { Sql } from 'sql-template-tag';
import { AppError } from '../errors/app-error.ts';
import { isUnavailable } from '../errors/is-unavailable.ts';
import type { Queryable } from './database.ts';
import { insidesOf } from './pg-insides.ts';
import { prepared } from './sql.ts';

/**
 * Statements that do not wait for one another's answers go to the server in one write, and it runs them in the order
 * in which they were sent. Only this file knows how that is done: other files name their steps here.
 */

/** Statements that a step sends, in this order. */
export type Statements = Sql | readonly Sql[];

/** What a step does: sends statements by a function, whose answer is the step's, or gives the statements; null: nothing. */
type Send = (() => unknown) | Statements | null;

/** A step whose statements the server must run behind those of other steps. */
interface LaterStep<Name> {
  readonly after: readonly Name[];
  readonly send: Send;
}

type Step<Name> = Send | LaterStep<Name>;

/** Steps by name. Where a step does not say what it waits for, the server may run it before or after the others. */
type NamedSteps<Name extends PropertyKey> = Readonly<Record<Name, Step<Name>>>;

/** The last steps of a transaction. */
type LastSteps<Name extends PropertyKey> = Readonly<
  Record<Name, Statements | null | (LaterStep<Name> & { readonly send: Statements | null })>
>;

type StepAnswer<S> = S extends { readonly after: readonly unknown[]; readonly send: infer Later }
  ? StepAnswer<Later>
  : S extends () => infer A
    ? Awaited<A>
    : S extends null
      ? null
      : undefined;

type StepAnswers<S> = { readonly [Name in keyof S]: StepAnswer<S[Name]> };

/** Says that the server must run a step's statements behind those of the steps named. */
export function runAfter<Name extends string, S extends Send>(
  names: Name | readonly Name[],
  send: S,
): { readonly after: readonly Name[]; readonly send: S } {
  return { after: typeof names === 'string' ? [names] : names, send };
}

/** Sends named steps on one connection, most often in a transaction. */
export function pipeline(tx: pg.ClientBase): Pipeline {
  return new Pipeline(tx);
}

/**
 * The steps that one piece of work sends on a connection. All of its waits throw the failure that says why
 * (`explaining`), also if a step failed that was sent before.
 */
export class Pipeline {
  readonly #tx: pg.ClientBase;
  #underWay: Promise<void>[] = [];
  readonly #failures: unknown[] = [];

  constructor(tx: pg.ClientBase) {
    this.#tx = tx;
  }

  /** Sends steps in one write, and waits for them and for all that was sent before. Returns their answers by name. */
  async run<const S extends NamedSteps<keyof S>>(steps: S): Promise<StepAnswers<S>> {
    const answers = this.#send(steps as NamedSteps<string>);
    await this.ended();
    return answers as StepAnswers<S>;
  }

  /** Sends steps in one write and does not wait: a later wait of this pipeline reports what fails. */
  send<const S extends NamedSteps<keyof S>>(steps: S): void {
    this.#send(steps as NamedSteps<string>);
  }

  /** Waits for all that was sent. */
  async ended(): Promise<void> {
    const underWay = this.#underWay;
    this.#underWay = [];
    await Promise.all(underWay);
    if (this.#failures.length > 0) throw explaining(this.#failures);
  }

  /**
   * Ends the transaction: sends the last statements and COMMIT in one write, and waits for all. If one of them fails, the
   * server makes a rollback of COMMIT. These steps are statements, not functions, so that COMMIT cannot overtake one.
   * Throws AppError outcome_unknown if nobody knows whether the server committed.
   */
  async commitWith<const S extends LastSteps<keyof S>>(steps: S): Promise<void> {
    const send = () => commit(this.#tx);
    this.#send({ ...(steps as LastSteps<string>), commit: { after: Object.keys(steps), send } });
    await this.ended();
  }

  #send(steps: NamedSteps<string>): Record<string, unknown> {
    const answers: Record<string, unknown> = {};
    const { stream } = insidesOf(this.#tx).connection;
    stream.cork();
    try {
      for (const [name, send] of inOrder(steps)) {
        answers[name] = undefined;
        const answer = (answered: unknown) => {
          answers[name] = answered;
        };
        this.#underWay.push(this.#start(send).then(answer, (failure) => void this.#failures.push(failure)));
      }
    } finally {
      stream.uncork();
    }
    return answers;
  }

  /** Not awaited before its statements are on their way: an async function runs up to its first `await` at once. */
  async #start(send: Send): Promise<unknown> {
    if (send === null) return null;
    if (typeof send === 'function') return send();
    const statements = send instanceof Sql ? [send] : send;
    await Promise.all(statements.map((statement) => this.#tx.query(prepared(statement))));
    return undefined;
  }
}

/** The steps in an order in which each comes behind those that it waits for. */
function inOrder(steps: NamedSteps<string>): Map<string, Send> {
  const ordered = new Map<string, Send>();
  const place = (name: string) => {
    if (ordered.has(name)) return;
    const step = steps[name]!;
    const later = isLater(step) ? step : { after: [], send: step };
    for (const earlier of later.after) place(earlier);
    ordered.set(name, later.send);
  };
  for (const name of Object.keys(steps)) place(name);
  return ordered;
}

function isLater<Name>(step: Step<Name>): step is LaterStep<Name> {
  return step !== null && 'after' in step;
}

/** Commits. Throws AppError outcome_unknown if the connection breaks before the server says what became of it. */
export async function commit(tx: pg.ClientBase): Promise<void> {
  try {
    await tx.query('COMMIT');
  } catch (error) {
    throw isConnectionLost(error) ? new AppError('outcome_unknown', undefined, { cause: error }) : error;
  }
}

/**
 * Returns the failure that explains the others. In this order: a step's own failure; that nobody knows what became of
 * COMMIT; the broken connection; that the transaction had failed already, which follows from another failure. Of two
 * failures of one kind, returns the first.
 */
function explaining(failures: readonly unknown[]): unknown {
  const rank = (failure: unknown) => {
    const { code } = failure as { code?: unknown };
    if (code === IN_FAILED_TRANSACTION) return 3;
    if (failure instanceof AppError) return code === 'outcome_unknown' ? 1 : 0;
    return isConnectionLost(failure) ? 2 : 0;
  };
  return failures.reduce((best, failure) => (rank(failure) < rank(best) ? failure : best));
}

/** SQLSTATE of a statement behind one that failed. */
const IN_FAILED_TRANSACTION = '25P02';

/** SQLSTATEs of statements that the server gave up; the transaction is rolled back then. */
const ROLLED_BACK = /^(25|40|53|55)...$|^57014$/;

/** Whether a statement has no answer: the connection broke, or the server ended it, before the answer came. */
function isConnectionLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isUnavailable(error) && !(typeof code === 'string' && ROLLED_BACK.test(code));
}

/**
 * Waits until what was sent before is on its way to the server. Work that blocks the process straight after a query
 * would delay that query: a pool hands out its connection in a later tick, and a busy socket writes in one. The
 * server would idle meanwhile (suites `results` and `managed-run` guard it).
 */
export function flush(): Promise<void> {
  return setImmediate();
}

/** Marks a promise as handled, because something else waits for it later: a failure until then is not unhandled. */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/**
 * Where a transaction reads, at the same time, what its locks protect from changes: on a second connection if one is
 * free, else on its own. It does not wait for a second one: if every transaction did, they would wait for ever.
 */
export function secondConnection(pool: pg.Pool, tx: pg.PoolClient): Queryable {
  const isFree = pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < pool.options.max);
  return isFree ? pool : tx;
}

/**
 * Runs work that needs its connection to itself, as a COPY does. pg looks at each query whether a connection is a
 * pipeline; so one that has nothing under way can be taken out of its pipeline and put back.
 */
export async function outsidePipeline<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const insides = insidesOf(client);
  if (!insides.pipeline) return work();
  await client.query(''); // behind all that is under way
  insides.pipeline = false;
  try {
    return await work();
  } finally {
    insides.pipeline = true;
  }
}
