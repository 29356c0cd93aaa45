import type { EndedTask, Throttle } from './keyed-mutex.ts';

/** From this queue length on, a key is slowed down. Callers that send some requests in parallel have shorter queues. */
const MIN_QUEUE_LENGTH = 8;
/** A key is slowed down only if another key had a task in the last so many milliseconds. */
const OTHERS_WITHIN_MS = 1000;
/** The longest pause. A task may have taken long because it waited for another process, which is no load for this one. */
const MAX_PAUSE_MS = 50;

/**
 * Slows down a key with many waiting tasks while other keys have tasks, too: it pauses after each task for as long as the
 * task took, so that the event loop is free for the others. `npm run check load flood` measures it.
 */
export class QueueThrottle<K> implements Throttle<K> {
  #latest: EndedTask<K> | null = null;
  /** When the latest task of another key than that of `#latest` ended. */
  #otherEnded = Number.NEGATIVE_INFINITY;

  pauseAfter(task: EndedTask<K>): number {
    if (this.#latest !== null && this.#latest.key !== task.key) this.#otherEnded = this.#latest.ended;
    this.#latest = task;
    const isBesideOthers = task.ended - this.#otherEnded <= OTHERS_WITHIN_MS;
    if (task.waiting < MIN_QUEUE_LENGTH || !isBesideOthers) return 0;
    return Math.min(task.ended - task.began, MAX_PAUSE_MS);
  }
}
