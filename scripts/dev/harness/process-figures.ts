import { readdir, readFile } from 'node:fs/promises';

const TICKS_A_SECOND = 100;

/** Resident memory of a process in MiB: now, and at most so far. */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** The CPU seconds that these processes have used so far. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map(statOf));
  return all.reduce(
    (sum, fields) => sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_A_SECOND,
    0,
  );
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => Number((await statOf(pid))[1])));
  return pids.filter((_, at) => parents[at] === parent);
}

/** The fields of /proc/PID/stat after the name of the program; none if the process is gone. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
