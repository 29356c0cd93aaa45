import type { RunView } from '../../contracts/run.ts';
import type { Queryable } from '../../db/database.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { Seats } from '../../foundation/seats.ts';
import { findRun, findRuns, viewRun } from '../run-queries.ts';
import { hasEnded } from './run-states.ts';

/** The time between two looks. */
const LOOK_MS = 250;
/** A run that does not change is looked at less and less often, down to this. */
const LONGEST_PAUSE_MS = 2000;
/** The most runs of one look. */
const MAX_PER_LOOK = 200;
/** Proxies close a connection that is silent for long. The shortest usual limit is a minute. */
const HEARTBEAT_MS = 10_000;

/** The most watches at once, of all clients and of one. */
const WATCHES = 1000;
const WATCHES_OF_CLIENT = 50;
const RETRY_AFTER_SECONDS = 10;

/** An event: the run if it changed, or null, so that the connection stays open. All watches of a run get the same object. */
export type RunEvent = RunView | null;

/** Whose run is watched. */
interface RunKey {
  readonly client_id: number;
  readonly ledger_id: number;
  readonly run_id: number;
}

/** A watch that was opened. */
export interface OpenWatch {
  /** The run as it is now. */
  readonly run: RunView;
  /** The run at once, again whenever it has changed, and as the last event as it ended. */
  readonly events: () => AsyncGenerator<RunEvent>;
  /** Leaves its seat and ends its events. Further calls do nothing. */
  readonly close: () => void;
}

/** A run that is watched. */
interface WatchedRun extends Omit<RunKey, 'client_id'> {
  view: RunView;
  failure: unknown;
  /** When it is looked at next, and how long after that, if it has not changed. */
  due: number;
  pauseMs: number;
  /** Wakes its watches, which wait for a change. */
  readonly wake: Set<() => void>;
  watches: number;
}

/** Watches runs for all callers of a process: one look reads all of them that are due. */
export class RunWatch {
  readonly #db: Queryable;
  readonly #runs = new Map<number, WatchedRun>();
  readonly #seats = new Seats<number>({ atOnce: WATCHES, atOnceOfOwner: WATCHES_OF_CLIENT });
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /**
   * Opens a watch, which is to be closed. Throws AppError: rate_limited if the client or the process has too many, not_found,
   * also for a run of another ledger.
   */
  async open({ client_id, ledger_id, run_id }: RunKey): Promise<OpenWatch> {
    const leaveSeat = this.#seats.tryTake(client_id);
    if (leaveSeat === null) {
      const detail = `Too many runs are watched at once: a client may watch ${WATCHES_OF_CLIENT}.`;
      throw new AppError('rate_limited', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    try {
      const view = await viewRun(this.#db, await findRun(this.#db, ledger_id, run_id));
      const watched = this.#runs.get(run_id) ?? { ledger_id, run_id, ...UNSEEN, view, wake: new Set() };
      this.#runs.set(run_id, watched);
      watched.watches += 1;
      this.#show(watched, view);
      this.#timer ??= setTimeout(() => this.#look(), LOOK_MS);
      const closed = new AbortController();
      const close = () => {
        if (closed.signal.aborted) return;
        closed.abort();
        leaveSeat();
        watched.watches -= 1;
        if (watched.watches === 0) this.#runs.delete(run_id);
        for (const wake of watched.wake) wake();
      };
      return { run: view, events: () => eventsOf(watched, closed.signal), close };
    } catch (error) {
      leaveSeat();
      throw error;
    }
  }

  async #look(): Promise<void> {
    const now = performance.now();
    const due = [...this.#runs.values()].filter((run) => run.due <= now);
    const looked = due.sort((a, b) => a.due - b.due).slice(0, MAX_PER_LOOK);
    try {
      const rows = looked.length === 0 ? [] : await findRuns(this.#db, looked);
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const run of looked) {
        const row = found.get(run.run_id);
        if (row === undefined) fail(run, new AppError('not_found', `There is no routing run ${run.run_id}.`));
        else this.#show(run, await viewRun(this.#db, row));
      }
    } catch (error) {
      for (const run of looked) fail(run, error);
    }
    this.#timer = this.#runs.size === 0 ? null : setTimeout(() => this.#look(), LOOK_MS);
  }

  #show(run: WatchedRun, view: RunView): void {
    const isSame = JSON.stringify(view) === JSON.stringify(run.view);
    run.pauseMs = isSame ? Math.min(2 * run.pauseMs, LONGEST_PAUSE_MS) : LOOK_MS;
    run.due = performance.now() + run.pauseMs - LOOK_MS / 2;
    if (isSame) return;
    run.view = view;
    for (const wake of run.wake) wake();
  }
}

const UNSEEN = { failure: null, due: 0, pauseMs: LOOK_MS / 2, watches: 0 };

function fail(run: WatchedRun, error: unknown): void {
  run.failure = error;
  for (const wake of run.wake) wake();
}

async function* eventsOf(run: WatchedRun, closed: AbortSignal): AsyncGenerator<RunEvent> {
  let seen: RunView | null = null;
  for (let isSilent = false; !closed.aborted; isSilent = await silence(run.wake)) {
    if (run.failure !== null) throw run.failure;
    if (isSilent) yield null;
    while (run.view !== seen) {
      seen = run.view;
      yield seen;
      if (hasEnded(seen)) return;
    }
  }
}

/** Resolves to true if the watch was not woken for so long that a keep-alive must be sent. */
function silence(wakes: Set<() => void>): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isSilent: boolean) => {
      clearTimeout(timer);
      wakes.delete(wake);
      resolve(isSilent);
    };
    const wake = () => end(false);
    const timer = setTimeout(() => end(true), HEARTBEAT_MS);
    wakes.add(wake);
  });
}
