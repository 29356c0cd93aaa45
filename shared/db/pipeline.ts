import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { Sql } from 'sql-template-tag';
import { AppError } from '../foundation/errors/app-error.ts';
import { isUnavailable } from '../foundation/errors/is-unavailable.ts';
import { insidesOf } from './pg-insides.ts';
import { prepared } from './sql.ts';

/**
 * Statements that do not need one another's answers go to the server in one write. The server runs them in the order in
 * which they were sent. Only this file knows how that is done: other files give names to steps.
 */

/** The statements of a step, in this order. */
export type Statements = Sql | readonly Sql[];

/** What a step sends: statements, or a function that sends some and returns the step's answer; null: nothing. */
type Step = (() => unknown) | Statements | null;

/** Steps by name. The server runs them in the order in which they are written. */
type NamedSteps<Name extends PropertyKey> = Readonly<Record<Name, Step>>;

/** The last steps of a transaction. */
type LastSteps<Name extends PropertyKey> = Readonly<Record<Name, Statements | null>>;

type StepAnswer<S> = S extends () => infer A ? Awaited<A> : S extends null ? null : undefined;
type StepAnswers<S> = { readonly [Name in keyof S]: StepAnswer<S[Name]> };

/** A pipeline on one connection, usually in a transaction. */
export function pipeline(tx: pg.ClientBase): Pipeline {
  return new Pipeline(tx);
}

/**
 * The steps that one piece of work sends on a connection. If a step fails, the next method that waits throws. If
 * several fail, it throws the failure that explains the others (`explaining`).
 */
export class Pipeline {
  readonly #tx: pg.ClientBase;
  #underWay: Promise<void>[] = [];
  readonly #failures: unknown[] = [];

  constructor(tx: pg.ClientBase) {
    this.#tx = tx;
  }

  /**
   * Sends steps in one write. Waits for them and for all steps that were sent before. Returns their answers by name.
   */
  async run<const S extends NamedSteps<keyof S>>(steps: S): Promise<StepAnswers<S>> {
    const answers = this.#send(steps as NamedSteps<string>);
    await this.ended();
    return answers as StepAnswers<S>;
  }

  /** Sends steps in one write and does not wait for them. A later method that waits throws what fails. */
  send<const S extends NamedSteps<keyof S>>(steps: S): void {
    this.#send(steps as NamedSteps<string>);
  }

  /** Waits for all steps that were sent. */
  async ended(): Promise<void> {
    const underWay = this.#underWay;
    this.#underWay = [];
    await Promise.all(underWay);
    if (this.#failures.length > 0) throw explaining(this.#failures);
  }

  /**
   * Ends the transaction: sends the last statements and COMMIT in one write, and waits for all. If one of them fails,
   * the server rolls back instead. These steps are statements, not functions, so that none can be sent after COMMIT.
   * Throws AppError outcome_unknown if the connection breaks before the server answers to COMMIT.
   */
  async commitWith<const S extends LastSteps<keyof S>>(steps: S): Promise<void> {
    this.#send({ ...(steps as LastSteps<string>), commit: () => commit(this.#tx) });
    await this.ended();
  }

  #send(steps: NamedSteps<string>): Record<string, unknown> {
    const answers: Record<string, unknown> = {};
    const { stream } = insidesOf(this.#tx).connection;
    stream.cork();
    try {
      for (const [name, step] of Object.entries(steps)) {
        answers[name] = undefined;
        const answer = (answered: unknown) => {
          answers[name] = answered;
        };
        this.#underWay.push(this.#start(step).then(answer, (failure) => void this.#failures.push(failure)));
      }
    } finally {
      stream.uncork();
    }
    return answers;
  }

  /** Sends a step's statements before it returns, because an async function runs up to its first `await` at once. */
  async #start(step: Step): Promise<unknown> {
    if (step === null) return null;
    if (typeof step === 'function') return step();
    const statements = step instanceof Sql ? [step] : step;
    await Promise.all(statements.map((statement) => this.#tx.query(prepared(statement))));
    return undefined;
  }
}

/** Commits. Throws AppError outcome_unknown if the connection breaks before the server answers. */
export async function commit(tx: pg.ClientBase): Promise<void> {
  try {
    await tx.query('COMMIT');
  } catch (error) {
    throw isConnectionLost(error) ? new AppError('outcome_unknown', undefined, { cause: error }) : error;
  }
}

/**
 * Returns the failure that explains the others. The order: a failure of a step itself, an unknown outcome of COMMIT, a
 * broken connection. Of two failures of one kind, returns the first.
 */
function explaining(failures: readonly unknown[]): unknown {
  const rank = (failure: unknown) => {
    if (failure instanceof AppError) return failure.code === 'outcome_unknown' ? 1 : 0;
    return isConnectionLost(failure) ? 2 : 0;
  };
  return failures.reduce((best, failure) => (rank(failure) < rank(best) ? failure : best));
}

/** SQLSTATEs with which the server answers a statement that it gives up. The transaction is rolled back then. */
const ROLLED_BACK = /^(25|40|53|55)...$|^57014$/;

/** Whether the connection broke before the statement was answered. */
function isConnectionLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isUnavailable(error) && !(typeof code === 'string' && ROLLED_BACK.test(code));
}

/**
 * Waits until queries that were made are on their way to the server. Call it before work that blocks the process: a
 * pool returns a connection in a later tick, and a busy socket writes in a later tick. Otherwise the server would be
 * idle meanwhile (suite `runs`).
 */
export function flush(): Promise<void> {
  return setImmediate();
}

/**
 * Marks a promise as handled because it is awaited later. Until then its failure would count as an unhandled rejection.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/**
 * Runs work that needs its connection to itself, as a COPY does. pg reads at each query whether the connection is in
 * pipeline mode, so the mode can be switched off and on again while nothing is under way.
 */
export async function outsidePipeline<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const insides = insidesOf(client);
  if (!insides.pipeline) return work();
  await client.query(''); // the server answers it after all queries under way
  insides.pipeline = false;
  try {
    return await work();
  } finally {
    insides.pipeline = true;
  }
}
