import { setImmediate as eventLoop } from 'node:timers/promises';

/** Milliseconds of work after which the event loop serves other requests. */
const SLICE_MS = 4;

/** Cuts long work into slices, so that the event loop serves other requests in between. */
export class TimeSlice {
  #began = performance.now();

  /** Lets the event loop run if this slice has lasted long enough. Await it between small steps. */
  async pauseIfOver(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return;
    await eventLoop();
    this.#began = performance.now();
  }
}
