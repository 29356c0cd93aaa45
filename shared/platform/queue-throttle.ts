import type { EndedTask, Pauses } from './keyed-mutex.ts';

/** If so many tasks of one key wait, they are a flood. Callers that send some requests in parallel have fewer. */
const MANY = 8;
/** Another key that had a task in the last so many milliseconds may have the next one at any time. */
const RECENT_MS = 1000;
/** The longest pause, because a long task may have waited for a lock of another process, which is no load for this one. */
const MOST_MS = 50;

/**
 * Pauses a key that floods the process with tasks while other keys have tasks, too, so that those find the event loop free.
 * A pause is as long as the task before it, up to a limit. `npm run check load flood` measures it.
 */
export class FloodPauses<K> implements Pauses<K> {
  #latest: EndedTask<K> | null = null;
  /** When the latest task of another key than that of `#latest` ended. */
  #otherEnded = Number.NEGATIVE_INFINITY;

  after(task: EndedTask<K>): number {
    if (this.#latest !== null && this.#latest.key !== task.key) this.#otherEnded = this.#latest.ended;
    this.#latest = task;
    const isBesideOthers = task.ended - this.#otherEnded <= RECENT_MS;
    return task.waiting >= MANY && isBesideOthers ? Math.min(task.ended - task.began, MOST_MS) : 0;
  }
}
