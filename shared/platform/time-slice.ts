import { setImmediate as eventLoop } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const SLICE_MS = 4;

/** Cuts long work into slices, so that the event loop serves others in between. */
export class TimeSlice {
  #began = performance.now();

  /** Waits for a turn of the event loop if this slice has lasted long enough; to be awaited between small steps. */
  async pauseIfOver(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return;
    await eventLoop();
    this.#began = performance.now();
  }
}
