import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '../../contracts/run.ts';
import type { RunStatus } from '../run-summary.ts';

const ENDED: ReadonlySet<RunStatus> = new Set(['completed', 'cancelled', 'failed']);

/** Whether nothing more becomes of a run by itself. A failed one goes on when an operator retries its job. */
export function hasEnded(run: { readonly status: RunStatus }): boolean {
  return ENDED.has(run.status);
}

/** How often a run is looked at, and how long a watcher may hear nothing, in milliseconds. */
export interface WatchRhythm {
  readonly look: number;
  readonly heartbeat: number;
}

/** What a watcher hears: the run where it changed, or null as a sign of life. */
export type RunEvent = RunView | null;

/**
 * Watches a run until it ends: yields it at once and whenever it changes, last as it ended. `stopped` ends the
 * watch before that.
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
