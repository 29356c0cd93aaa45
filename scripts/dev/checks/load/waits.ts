import { availableParallelism } from 'node:os';
import { callWhile, percentile, timed } from '../../harness/latencies.ts';
import { type OpenService, withService } from '../../harness/with-service.ts';
import { judge, type LoadOptions, type LoadScenario } from './load-scenario.ts';

type Call = () => Promise<unknown>;

/** Work that goes on for a while, and callers that wait meanwhile. */
export interface Work {
  /** What goes on, one after the other. */
  readonly background: Readonly<Record<string, Call>>;
  /** Each calls again and again: before the work begins, and during it. */
  readonly callers: Readonly<Record<string, Call>>;
  /** Closed after it. */
  readonly connections: readonly { close(): void }[];
}

/** The longest waits during the work: in milliseconds, or as a multiple of the same or of the usual wait before it. */
interface Limits {
  readonly p50Times?: number;
  readonly p99Times?: number;
  /** The slowest call in proportion to the median before the work. */
  readonly slowestTimes?: number;
  readonly p99Ms?: number;
  readonly slowestMs?: number;
}

/** Who waits how long while something goes on. */
export interface WaitScenario {
  readonly about: string;
  /** How often each caller calls before the work begins. */
  readonly idleCalls: number;
  readonly limits: Limits;
  open(service: OpenService, options: LoadOptions): Promise<Work>;
}

export function waitScenario({ about, idleCalls, limits, open }: WaitScenario): LoadScenario {
  return {
    about,
    run: ({ queue, workers, ...options }) => {
      // All workers together have as many threads as the machine has cores, as they should have in production.
      const threads = Math.max(1, Math.floor(availableParallelism() / Math.max(1, workers)));
      const env = { WORKER_THREADS: String(threads) };
      return withService({ queue, workers, env }, async (service) => {
        const work = await open(service, { queue, workers, ...options });
        const missed: string[] = [];
        for (const [name, background] of Object.entries(work.background)) {
          for (const call of Object.values(work.callers)) await callWhile((calls) => calls < idleCalls, call);
          const idle = new Map<string, number[]>();
          for (const [caller, call] of Object.entries(work.callers))
            idle.set(caller, await callWhile((calls) => calls < idleCalls, call));
          let goesOn = true;
          const working = timed(background).finally(() => {
            goesOn = false;
          });
          const waiting = Object.entries(work.callers).map(async ([caller, call]) => {
            const busy = await callWhile(() => goesOn, call);
            return () => judgeWaits(caller, idle.get(caller)!, busy, limits);
          });
          console.log(`  ${name}: ${((await working) / 1000).toFixed(1)} s`);
          for (const judgeCaller of await Promise.all(waiting)) missed.push(...judgeCaller());
        }
        for (const connection of work.connections) connection.close();
        return missed;
      });
    },
  };
}

function judgeWaits(
  caller: string,
  idle: readonly number[],
  busy: readonly number[],
  limits: Limits,
): string[] {
  const at = (share: number) => [percentile(idle, share), percentile(busy, share)] as const;
  const [p50, p99, slowest] = [at(0.5), at(0.99), at(1)];
  const within = (value: number, limit: number | undefined) => limit === undefined || value <= limit;
  const holds =
    busy.length > 0 &&
    within(p50[1] / p50[0], limits.p50Times) &&
    within(p99[1] / p99[0], limits.p99Times) &&
    within(slowest[1] / p50[0], limits.slowestTimes) &&
    within(p99[1], limits.p99Ms) &&
    within(slowest[1], limits.slowestMs);
  const shown = (name: string, [before, during]: readonly [number, number]) =>
    `${name} ${before.toFixed(1)} ms, during it ${during.toFixed(1)} ms (${(during / before).toFixed(1)} times)`;
  return judge(
    `${caller}, ${busy.length} calls: ${[shown('p50', p50), shown('p99', p99), shown('slowest', slowest)].join('; ')}`,
    holds,
  );
}
