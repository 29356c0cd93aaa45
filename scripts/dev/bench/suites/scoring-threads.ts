import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Comparison, Suite } from '../measure.ts';

const PROGRAM = new URL('../children/scorer.js', import.meta.url);
/** About a second's work. */
const PASSES = 50;
const SAMPLE_MS = 1000;
/** Two cores, less what this measurement and the operating system take. */
const IDLE_CORES = 1.8;

interface Scorer {
  /** Scores the batch so many times. */
  score(passes: number): Promise<void>;
  close(): Promise<void>;
}

/** How much more two threads or processes score than one, from memory and without a database. */
export async function scoringThreadsSuite(): Promise<Suite> {
  const idle = await idleCores();
  if (idle < IDLE_CORES)
    return { comparisons: [], skipped: `for ${idle.toFixed(1)} cores are idle and two are needed` };
  const scorers: Scorer[] = [];
  const comparison = async (name: string, start: () => Promise<Scorer>): Promise<Comparison> => {
    const [one, other] = [await start(), await start()];
    scorers.push(one, other);
    return {
      figures: [{ case: `two ${name} beside one`, unit: 'times', goal: 1.6, better: 'higher' }],
      ours: async () => {
        const alone = await timed(() => one.score(PASSES));
        const together = await timed(() => Promise.all([one.score(PASSES), other.score(PASSES)]));
        return [(2 * alone) / together];
      },
      floor: null,
    };
  };
  return {
    comparisons: [await comparison('threads', startThread), await comparison('processes', startProcess)],
    close: async () => {
      await Promise.all(scorers.map((scorer) => scorer.close()));
    },
  };
}

async function startThread(): Promise<Scorer> {
  const thread = new Worker(PROGRAM);
  await once(thread, 'message');
  return {
    score: async (passes) => {
      thread.postMessage(passes);
      await once(thread, 'message');
    },
    close: async () => {
      await thread.terminate();
    },
  };
}

async function startProcess(): Promise<Scorer> {
  const child = fork(PROGRAM);
  await once(child, 'message');
  return {
    score: async (passes) => {
      child.send(passes);
      await once(child, 'message');
    },
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** How many cores are idle on average over a second. */
async function idleCores(): Promise<number> {
  const idleTime = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [before, started] = [idleTime(), performance.now()];
  await pause(SAMPLE_MS);
  return (idleTime() - before) / (performance.now() - started);
}
