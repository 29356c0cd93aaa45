import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/foundation/errors/app-error.ts';

/** The time between two looks at all bodies. */
const TICK_SECONDS = 1;

/** A body's rate is measured over so many seconds of waiting, so that a short pause of its sender is no fault. */
const WINDOW_SECONDS = 30;

/** The part of a request that says how its body comes in. */
type PacedRequest = Pick<IncomingMessage, 'complete' | 'destroyed' | 'readableLength'> & {
  readonly socket: { readonly bytesRead?: number } | null;
};

/** The watch of a body that is complete already. */
const ENDED = { stop() {} };

/** A body that is watched. */
interface WatchedBody {
  readonly deadlineSeconds: number | null;
  readonly onLate: (error: AppError) => void;
  seconds: number;
  /** Seconds and bytes of the present window. */
  waited: number;
  bytesBefore: number;
}

/**
 * Watches bodies as they arrive, and reports the ones that are too slow: later than their deadline, or below the least
 * rate for some seconds. Only time in which the service waits for the sender counts: if bytes wait unread, the service
 * itself is slow. It counts ticks and does not read the clock, so that time in which this process was stopped does not
 * count.
 */
export class BodyPace {
  readonly #leastBytes: number;
  readonly #watched = new Map<PacedRequest, WatchedBody>();
  readonly #timer = setInterval(() => this.tick(), TICK_SECONDS * 1000).unref();

  /** `leastBytesPerSecond`: what a body has to bring on average while the service waits for it; 0: nothing. */
  constructor(leastBytesPerSecond: number) {
    this.#leastBytes = leastBytesPerSecond * WINDOW_SECONDS;
  }

  /**
   * Watches a request's body until it is complete or broken off, or `stop` is called. `onLate` is called at most once,
   * with the AppError body_timeout to answer with. A later watch of a request replaces the earlier one.
   * `deadlineSeconds` null: the body may take as long as it keeps the least rate.
   */
  watch(
    request: PacedRequest,
    deadlineSeconds: number | null,
    onLate: (error: AppError) => void,
  ): { stop(): void } {
    if (request.complete) return ENDED;
    const watched = {
      deadlineSeconds,
      onLate,
      seconds: 0,
      waited: 0,
      bytesBefore: request.socket?.bytesRead ?? 0,
    };
    this.#watched.set(request, watched);
    return {
      stop: () => {
        if (this.#watched.get(request) === watched) this.#watched.delete(request);
      },
    };
  }

  /** Looks at every body. Call it once a second. */
  tick(): void {
    for (const [request, watched] of this.#watched) {
      const isOver = request.complete || request.destroyed;
      const fault = isOver ? null : this.#faultOf(request, watched);
      if (!isOver && fault === null) continue;
      this.#watched.delete(request);
      if (fault !== null) watched.onLate(new AppError('body_timeout', fault));
    }
  }

  /** The number of bodies that are watched. */
  get size(): number {
    return this.#watched.size;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#watched.clear();
  }

  /** What is wrong with the pace of a body; null: nothing. */
  #faultOf(request: PacedRequest, watched: WatchedBody): string | null {
    watched.seconds += TICK_SECONDS;
    if (watched.deadlineSeconds !== null && watched.seconds > watched.deadlineSeconds) {
      return `The request body did not arrive within ${watched.deadlineSeconds} seconds.`;
    }
    const bytes = request.socket?.bytesRead ?? 0;
    const awaitsBytes = request.readableLength === 0;
    watched.waited += TICK_SECONDS;
    if (awaitsBytes && watched.waited < WINDOW_SECONDS) return null;
    const isTooSlow = awaitsBytes && bytes - watched.bytesBefore < this.#leastBytes;
    watched.waited = 0;
    watched.bytesBefore = bytes;
    if (!isTooSlow) return null;
    return `The request body must arrive at ${this.#leastBytes / WINDOW_SECONDS} bytes a second or more; it was slower for ${WINDOW_SECONDS} seconds.`;
  }
}
