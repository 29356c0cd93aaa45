import { setImmediate } from 'node:timers/promises';

/**
 * Waits until what was asked for before is on its way: a pool hands out its connection in a later tick, so that work
 * which blocks straight after a query through it holds that query back, and the server idles meanwhile (suites
 * `results` and `managed-run` guard it).
 */
export function onceSent(): Promise<void> {
  return setImmediate();
}
