import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { timed } from '../../harness/latencies.ts';
import type { Suite } from '../measure.ts';

const PROGRAM = new URL('../children/scorer.js', import.meta.url);
/** About a second's work. */
const PASSES = 50;
const SAMPLE_MS = 1000;
/** Two cores, less what this measurement and the operating system take. */
const IDLE_CORES = 1.8;

/** How much more two threads score than one, from memory and without a database. */
export async function scoringThreadsSuite(): Promise<Suite> {
  const idle = await idleCores();
  if (idle < IDLE_CORES)
    return { comparisons: [], skipped: `for ${idle.toFixed(1)} cores are idle and two are needed` };
  const threads = [new Worker(PROGRAM), new Worker(PROGRAM)] as const;
  await Promise.all(threads.map((thread) => once(thread, 'message')));
  const score = async (thread: Worker) => {
    thread.postMessage(PASSES);
    await once(thread, 'message');
  };
  return {
    comparisons: [
      {
        figures: [{ case: 'two threads beside one', unit: 'times', goal: 1.6, better: 'higher' }],
        ours: async () => {
          const alone = await timed(() => score(threads[0]));
          const together = await timed(() => Promise.all(threads.map(score)));
          return [(2 * alone) / together];
        },
        floor: null,
      },
    ],
    close: async () => {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

/** How many cores are idle on average over a second. */
async function idleCores(): Promise<number> {
  const idleTime = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [before, started] = [idleTime(), performance.now()];
  await pause(SAMPLE_MS);
  return (idleTime() - before) / (performance.now() - started);
}
