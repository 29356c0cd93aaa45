import { setImmediate as eventLoop } from 'node:timers/promises';

/** Work that may stop after each of its steps. */
export type Steps<T> = Generator<undefined, T>;

/** Does all steps without stopping. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Lets the event loop run between steps, so that other requests are served meanwhile. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await eventLoop();
  }
}
