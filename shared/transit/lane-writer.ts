import { setTimeout as pause } from 'node:timers/promises';
import type { Lane } from '../engine/types.ts';
import type { CachedLane } from './lane-cache.ts';
import { pairKey } from './provider.ts';

/** Lanes of one statement: another process that writes one of them at the same time waits for the whole statement. */
const LANES_A_WRITE = 2000;

/** After a statement nothing is written for so many times as long as it took: runs need the database more. */
const RESTS = 3;

/** With more lanes than this in memory, writing does not rest. */
const MANY_LANES = 200_000;

/** A lane, and until when it is good. */
export interface TimedLane {
  readonly lane: Lane | null;
  readonly refresh_at: number;
  readonly stale_at: number;
}

/** A lane that the provider has answered. */
export interface News extends CachedLane {
  readonly timed: TimedLane;
}

interface Tuning {
  /** Milliseconds until lanes are written. */
  readonly afterMs: number;
  /** Whether there is time for rests between the statements. */
  readonly mayRest: boolean;
}

/** By their pair: of two clients with warehouses at one place both may have asked. */
type Unwritten = Map<string, News>;

/** Writes lanes while whoever asked for them goes on. What it has not written yet is looked up here. */
export class LaneWriter {
  readonly #write: (lanes: readonly CachedLane[]) => Promise<void>;
  readonly #onFailure: (error: unknown, lanes: number) => void;
  readonly #tuning: Tuning;
  #waiting: Unwritten = new Map();
  /** What is written at present. As long as it is not in lane_cache, it is not to be asked for again. */
  #underWay: Unwritten = new Map();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | null = null;
  readonly #closing = new AbortController();

  /** `write` sends one statement. `onFailure` hears how many lanes were not written, and why. */
  constructor(
    write: (lanes: readonly CachedLane[]) => Promise<void>,
    onFailure: (error: unknown, lanes: number) => void,
    tuning: Tuning,
  ) {
    this.#write = write;
    this.#onFailure = onFailure;
    this.#tuning = tuning;
  }

  add(lanes: readonly News[]): void {
    for (const lane of lanes) this.#waiting.set(pairKey(lane.origin_zip, lane.destination_zip), lane);
    if (this.#writing !== null) return;
    // Not before the caller has gone on to wait for something else: thousands of lanes take a while to write down.
    this.#timer ??= setTimeout(() => this.#start(), this.#tuning.afterMs).unref();
  }

  /** Those of the lanes between these places that are not known to be written. */
  find(origins: readonly string[], destinations: readonly string[]): News[] {
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

  /** Writes all that is left, without a rest. */
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
    }
  }

  async #writeInParts(lanes: readonly CachedLane[]): Promise<void> {
    for (let from = 0; from < lanes.length; from += LANES_A_WRITE) {
      const started = performance.now();
      await this.#write(lanes.slice(from, from + LANES_A_WRITE));
      await this.#rest(performance.now() - started);
    }
  }

  async #rest(took: number): Promise<void> {
    const { signal } = this.#closing;
    const isLate = this.#waiting.size + this.#underWay.size > MANY_LANES;
    if (!this.#tuning.mayRest || isLate || signal.aborted) return;
    await pause(RESTS * took, undefined, { ref: false, signal }).catch(() => {});
  }
}
