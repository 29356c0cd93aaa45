/** A task that had the mutex of its key (keyed-mutex.ts). */
export interface EndedTask<K> {
  readonly key: K;
  /** When it began, in milliseconds of `performance.now()`. */
  readonly began: number;
  readonly ended: number;
  /** Tasks of the key that waited when it began or when it ended, whichever are more. */
  readonly waiting: number;
}

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
export class QueueThrottle<K> {
  #latest: EndedTask<K> | null = null;
  /** When the latest task of another key than that of `#latest` ended. */
  #otherEnded = Number.NEGATIVE_INFINITY;

  /** How long the key pauses after a task, in milliseconds. It is asked once for each task. */
  pauseAfter(task: EndedTask<K>): number {
    if (this.#latest !== null && this.#latest.key !== task.key) this.#otherEnded = this.#latest.ended;
    this.#latest = task;
    const isBesideOthers = task.ended - this.#otherEnded <= OTHERS_WITHIN_MS;
    if (task.waiting < MIN_QUEUE_LENGTH || !isBesideOthers) return 0;
    return Math.min(task.ended - task.began, MAX_PAUSE_MS);
  }
}
