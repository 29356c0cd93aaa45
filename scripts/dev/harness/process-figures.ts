import { readdir, readFile } from 'node:fs/promises';

/** Resident memory of a process in MiB: now, and at most so far. */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

const MEMORY_POLL_MS = 50;

/** Watches a process. What it returns ends that, and gives the MiB by which the process grew. */
export async function watchMemory(pid: number): Promise<() => number> {
  const before = (await memoryOf(pid)).now;
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, (await memoryOf(pid)).now);
  }, MEMORY_POLL_MS);
  return () => {
    clearInterval(timer);
    return most - before;
  };
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, at) => parents[at] === parent);
}

/** The parent of a process; NaN if it is gone. In its file the program's name comes first, in brackets. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

const TICK_MS = 10;

/** CPU time of processes and of their children that have ended. The kernel counts in steps of 10 ms. */
export async function cpuMsOf(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const ticks = stats.flatMap((stat) =>
    stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15),
  );
  return TICK_MS * ticks.reduce((sum, each) => sum + Number(each), 0);
}
