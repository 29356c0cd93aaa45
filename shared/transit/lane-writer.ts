import type { Lane } from '../engine/types.ts';
import type { CachedLane } from './lane-cache.ts';
import { pairKey } from './provider.ts';

/**
 * The most lanes of a statement. Another process that writes one of them at the same time waits for the whole
 * statement.
 */
const LANES_A_WRITE = 2000;

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

/** Writes lanes in the background, a statement at a time. Lanes that are not written yet can be found here. */
export class LaneWriter {
  readonly #write: (lanes: readonly CachedLane[]) => Promise<void>;
  readonly #onFailure: (error: unknown, lanes: number) => void;
  /** By pair, those that are being written included. Two clients with warehouses at one place may add the same pair. */
  readonly #unwritten = new Map<string, NewLane>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | null = null;
  /** Lanes that found no room, to be reported when some are written. */
  #leftOut = 0;

  /**
   * `write` sends one statement. `onFailure` is called with an error and the number of lanes that were not written.
   */
  constructor(
    write: (lanes: readonly CachedLane[]) => Promise<void>,
    onFailure: (error: unknown, lanes: number) => void,
  ) {
    this.#write = write;
    this.#onFailure = onFailure;
  }

  add(lanes: readonly NewLane[]): void {
    const room = Math.max(0, MAX_LANES - this.#unwritten.size);
    for (const lane of lanes.slice(0, room)) {
      this.#unwritten.set(pairKey(lane.origin_zip, lane.destination_zip), lane);
    }
    this.#leftOut += Math.max(0, lanes.length - room);
    if (this.#writing !== null) return;
    // Later, when the caller waits for something else: to prepare thousands of lanes takes some time.
    this.#timer ??= setTimeout(() => this.#start(), 0).unref();
  }

  /** The lanes between these places that are not written yet. */
  find(origins: readonly string[], destinations: readonly string[]): NewLane[] {
    if (this.#unwritten.size === 0) return [];
    return destinations.flatMap((destination) =>
      origins.flatMap((origin) => this.#unwritten.get(pairKey(origin, destination)) ?? []),
    );
  }

  /** Writes all lanes that are left. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#start();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writeAll()
      .catch((error: unknown) => {
        this.#onFailure(error, this.#unwritten.size);
        this.#unwritten.clear();
      })
      .finally(() => {
        this.#writing = null;
      });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#unwritten.size > 0) {
      const part: [string, NewLane][] = [];
      for (const entry of this.#unwritten) if (part.push(entry) === LANES_A_WRITE) break;
      await this.#write(part.map(([, lane]) => lane));
      for (const [pair, lane] of part) if (this.#unwritten.get(pair) === lane) this.#unwritten.delete(pair);
      if (this.#leftOut > 0) this.#onFailure(new Error('Too many lanes wait to be written.'), this.#leftOut);
      this.#leftOut = 0;
    }
  }
}
