import { setTimeout as pause } from 'node:timers/promises';
import type { Lane } from '../engine/types.ts';
import type { CachedLane } from './lane-cache.ts';
import { pairKey } from './provider.ts';

/**
 * The most lanes of a statement. Another process that writes one of them at the same time waits for the whole
 * statement.
 */
const LANES_A_WRITE = 2000;

/** How long to pause after a statement, in times of its duration, because runs need the database more. */
const PAUSE_FACTOR = 3;

/** With more lanes than this in memory there are no pauses. */
const MANY_LANES = 200_000;

/** More lanes do not wait to be written: they are left out, and looked up again when they are needed. */
export const MAX_LANES = 500_000;

/** A lane, and how long it may be used. */
export interface TimedLane {
  readonly lane: Lane | null;
  readonly refresh_at: number;
  readonly stale_at: number;
}

/** A new lane, which is to be written. */
export interface NewLane extends CachedLane {
  readonly timed: TimedLane;
}

interface Tuning {
  /** How long to wait before lanes are written, in milliseconds. */
  readonly afterMs: number;
  /** Whether to pause between statements. */
  readonly hasPauses: boolean;
}

/** Lanes by pair. Two clients with warehouses at one place may add the same pair. */
type Unwritten = Map<string, NewLane>;

/** Writes lanes in the background. Lanes that are not written yet can be found here. */
export class LaneWriter {
  readonly #write: (lanes: readonly CachedLane[]) => Promise<void>;
  readonly #onFailure: (error: unknown, lanes: number) => void;
  readonly #tuning: Tuning;
  #waiting: Unwritten = new Map();
  /** The lanes that are being written. They can be found until they are in lane_cache. */
  #underWay: Unwritten = new Map();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | null = null;
  /** Lanes that found no room, to be reported when some are written. */
  #leftOut = 0;
  readonly #closing = new AbortController();

  /** `write` sends one statement. `onFailure` is called with an error and the number of lanes that were not written. */
  constructor(
    write: (lanes: readonly CachedLane[]) => Promise<void>,
    onFailure: (error: unknown, lanes: number) => void,
    tuning: Tuning,
  ) {
    this.#write = write;
    this.#onFailure = onFailure;
    this.#tuning = tuning;
  }

  add(lanes: readonly NewLane[]): void {
    const room = Math.max(0, MAX_LANES - this.#waiting.size - this.#underWay.size);
    for (const lane of lanes.slice(0, room)) {
      this.#waiting.set(pairKey(lane.origin_zip, lane.destination_zip), lane);
    }
    this.#leftOut += Math.max(0, lanes.length - room);
    if (this.#writing !== null) return;
    // Later, when the caller waits for something else: to prepare thousands of lanes takes some time.
    this.#timer ??= setTimeout(() => this.#start(), this.#tuning.afterMs).unref();
  }

  /** The lanes between these places that are not written yet. */
  find(origins: readonly string[], destinations: readonly string[]): NewLane[] {
    const unwritten = [this.#waiting, this.#underWay].filter(({ size }) => size > 0);
    if (unwritten.length === 0) return [];
    return destinations.flatMap((destination) =>
      origins.flatMap((origin) => {
        const pair = pairKey(origin, destination);
        for (const lanes of unwritten) {
          const lane = lanes.get(pair);
          if (lane !== undefined) return lane;
        }
        return [];
      }),
    );
  }

  /** Writes all lanes that are left, without pauses. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
    await this.#start();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      this.#underWay = this.#waiting;
      this.#waiting = new Map();
      const lanes = [...this.#underWay.values()];
      await this.#writeInParts(lanes).catch((error: unknown) => this.#onFailure(error, lanes.length));
      this.#underWay = new Map();
      if (this.#leftOut > 0) this.#onFailure(new Error('Too many lanes wait to be written.'), this.#leftOut);
      this.#leftOut = 0;
    }
  }

  async #writeInParts(lanes: readonly CachedLane[]): Promise<void> {
    for (let from = 0; from < lanes.length; from += LANES_A_WRITE) {
      const started = performance.now();
      await this.#write(lanes.slice(from, from + LANES_A_WRITE));
      await this.#pause(performance.now() - started);
    }
  }

  async #pause(took: number): Promise<void> {
    const { signal } = this.#closing;
    const isLate = this.#waiting.size + this.#underWay.size > MANY_LANES;
    if (!this.#tuning.hasPauses || isLate || signal.aborted) return;
    await pause(PAUSE_FACTOR * took, undefined, { ref: false, signal }).catch(() => {});
  }
}
