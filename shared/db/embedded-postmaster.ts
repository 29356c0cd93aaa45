import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../foundation/is-alive.ts';

/** A running PostgreSQL server, as its postmaster.pid describes it. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** It is neither starting nor stopping. */
  readonly isReady: boolean;
}

/** The server that runs on the cluster's `data` folder, also one that is starting or stopping; null: none. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const { pid, folder, port, isReady } = parsePidFile(await readPidFile(data));
  return port > 0 && isServerOf(pid, folder) ? { pid, port, isReady } : null;
}

/**
 * Removes the postmaster.pid of a killed server if its process id belongs to another program now, as happens often in
 * containers, which count processes from 1. PostgreSQL would take that program for the server and never start again.
 * Removing the file is safe: PostgreSQL also looks for the shared memory of a running server of this folder.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const text = await readPidFile(data);
  const { pid, folder } = parsePidFile(text);
  if (!isAlive(pid) || isServerOf(pid, folder)) return;
  const path = join(data, 'postmaster.pid');
  const aside = `${path}.${process.pid}`;
  await rename(path, aside);
  // If another process has started the server since the file was read, this is the new server's file.
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, path);
  await rm(aside);
}

/** The text of postmaster.pid; empty if there is none. */
async function readPidFile(data: string): Promise<string> {
  try {
    return await readFile(join(data, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * The lines are process id, data folder, start time, port, three more, and what the server does. A server that is
 * starting has not written all.
 */
function parsePidFile(text: string): Postmaster & { readonly folder: string } {
  const [pid, folder = '', , port = 0, , , , status] = text.split('\n');
  return { pid: Number(pid), folder, port: Number(port), isReady: status?.trim() === 'ready' };
}

/**
 * Whether the process is a server of the folder. Process ids are used again, so its command line must name the folder.
 */
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
