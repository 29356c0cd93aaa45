import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../platform/is-alive.ts';

/** A running PostgreSQL server, as its postmaster.pid describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** The server that runs on the cluster's `data` folder, starting or stopping ones included; null: none. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const { pid, folder, port } = parsePidFile(await readPidFile(data));
  return port > 0 && isServerOf(pid, folder) ? { pid, port } : null;
}

/**
 * A killed server leaves its postmaster.pid, and where its process id belongs to another program by now (the
 * rule in containers, which count from 1), PostgreSQL would take that for the server and never start again.
 * Removing the file is safe: PostgreSQL also looks for the memory of a server of this folder that still runs.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const text = await readPidFile(data);
  const { pid, folder } = parsePidFile(text);
  if (!isAlive(pid) || isServerOf(pid, folder)) return;
  const path = join(data, 'postmaster.pid');
  const aside = `${path}.${process.pid}`;
  await rename(path, aside);
  // Another process may have started the server since it was read: then the file is the new one's.
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, path);
  await rm(aside);
}

/** Empty when no server runs. */
async function readPidFile(data: string): Promise<string> {
  try {
    return await readFile(join(data, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Its lines are process id, data folder, start time, port and more; a server that starts has not written all. */
function parsePidFile(text: string): { pid: number; folder: string; port: number } {
  const [pid, folder, , port] = text.split('\n');
  return { pid: Number(pid), folder: folder ?? '', port: Number(port ?? 0) };
}

/** Process ids are used again, so the command line must name the folder too. */
function isServerOf(pid: number, data: string): boolean {
  return isAlive(pid) && data !== '' && commandLine(pid).includes(data);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
