import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '../../contracts/run.ts';
import { hasEnded } from './run-states.ts';

/** How often the run is read, and how long a watcher may get no event, in milliseconds. */
export interface WatchRhythm {
  readonly look: number;
  readonly heartbeat: number;
}

/** An event: the run if it changed, or null, so that the connection stays open. */
export type RunEvent = RunView | null;

/**
 * Watches a run until it ends: yields it at once, and again whenever it has changed. `stopped` ends the watch earlier.
 */
export async function* watchRun(
  read: () => Promise<RunView>,
  stopped: AbortSignal,
  rhythm: WatchRhythm,
): AsyncGenerator<RunEvent> {
  let seen = '';
  let spokenAt = 0;
  while (!stopped.aborted) {
    const run = await read();
    const text = JSON.stringify(run);
    const changed = text !== seen;
    if (changed || Date.now() - spokenAt >= rhythm.heartbeat) {
      seen = text;
      spokenAt = Date.now();
      yield changed ? run : null;
    }
    if (hasEnded(run)) return;
    await pause(rhythm.look, undefined, { signal: stopped }).catch(() => undefined);
  }
}
