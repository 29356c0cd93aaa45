import { cpus } from 'node:os';
import type { Measured } from './measure.ts';

/**
 * Runs `work`, which gives the figures, and adds the CPU time of all cores meanwhile, whatever they did. The same work on
 * as many cores takes at least this time divided by their number. The kernel counts in steps of 10 ms a core.
 */
export async function withCpuTime(work: () => Promise<readonly number[]>): Promise<Measured> {
  const before = busyMs();
  const numbers = await work();
  return { numbers, cpuMs: busyMs() - before };
}

function busyMs(): number {
  let busy = 0;
  for (const { times } of cpus()) busy += times.user + times.nice + times.sys + times.irq;
  return busy;
}
