import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rmdir, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileKind } from '../file-format.ts';
import { Unchanged } from './unchanged.ts';

/** A file that one process works on. It lies in a folder of its own: `working/TIME-ID.HOLDER/NAME`. */
export interface Claim {
  /** The file's name as it was put into the inbox. */
  readonly name: string;
  readonly path: string;
  /** Names the taking of the file, also after another process has taken it over. */
  readonly id: string;
  /** When the file was first claimed, in milliseconds since 1970. */
  readonly claimedAt: number;
}

/** Another process has taken the claim over. What is left to do is its work. */
export class TakenOver extends Error {}

/** How often a process shows that it still works on its claim, and after what time another one takes the claim over. */
const RENEW_MS = 1000;
const ABANDONED_MS = 5000;

const FOLDERS = ['working', 'done', 'failed'] as const;

/**
 * A folder into which others put files, each to be worked on once, by any number of processes. A file is claimed by a
 * rename, which only one process can win. A claim is renewed while its process works, so that a killed process's file
 * is seen and taken over. All is in the names and times of files: nothing else is stored.
 */
export class Inbox {
  readonly #folder: string;
  readonly #settleMs: number;
  readonly #files = new Unchanged();
  readonly #claims = new Unchanged();
  readonly #told = new Set<string>();
  /** Files that were ready when the folder was last looked at. Null: another process was faster. */
  #queue: (() => Promise<Claim | null>)[] = [];

  private constructor(folder: string, settleMs: number) {
    this.#folder = folder;
    this.#settleMs = settleMs;
  }

  /** Opens an inbox and makes its folders. A file is ready when it has not changed for `settleMs`. */
  static async open(folder: string, settleMs: number): Promise<Inbox> {
    for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true });
    return new Inbox(folder, settleMs);
  }

  /** Claims the next file: one that a process has left, or a new one, by name. `waits`: there are files that are not ready. */
  async next(): Promise<{ readonly claim: Claim | null; readonly waits: boolean }> {
    let waits = this.#queue.length === 0 && (await this.#look());
    // If other processes are faster at all of them, their claims are not yet seen.
    waits ||= this.#queue.length > 0;
    for (let file = this.#queue.shift(); file !== undefined; file = this.#queue.shift()) {
      const claim = await file();
      if (claim !== null) return { claim, waits };
    }
    return { claim: null, waits };
  }

  /** The names of files that are not taken, each once, without those that are named as not yet complete. */
  async others(): Promise<string[]> {
    const isOther = (name: string) =>
      fileKind(name).format === undefined && !/\.(part|tmp|crdownload)$/i.test(name);
    const found = (await this.#names(isOther)).filter((name) => !this.#told.has(name));
    for (const name of found) this.#told.add(name);
    return found;
  }

  /** Queues what is ready, and returns whether there are other files. */
  async #look(): Promise<boolean> {
    const left = await this.#abandoned();
    const found = await this.#ready();
    this.#queue = [
      ...left.ready.map((folder) => () => this.#takeOver(folder)),
      ...found.ready.map((name) => () => this.#takeNew(name)),
    ];
    return left.waits || found.waits;
  }

  /** Works on a claim and renews it meanwhile. */
  async holding<T>({ path }: Claim, work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      const now = new Date();
      // If another process has taken the claim over, the work finds out by itself.
      utimes(join(path, '..'), now, now).catch(() => undefined);
    }, RENEW_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Moves a file that is worked on to `done` or `failed`, under a new name. Throws TakenOver. */
  async finish({ path }: Claim, folder: 'done' | 'failed', name: string): Promise<void> {
    if (!(await moved(path, join(this.#folder, folder, name)))) throw new TakenOver();
    await rmdir(join(path, '..')).catch(() => undefined);
  }

  /** The files of which the name says what they are. Names that begin with a dot are not yet complete. */
  async #ready() {
    const names = await this.#names((name) => fileKind(name).format !== undefined);
    return this.#files.note(this.#folder, names, this.#settleMs);
  }

  async #names(isWanted: (name: string) => boolean): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && isWanted(entry.name))
      .map(({ name }) => name)
      .sort();
  }

  async #abandoned() {
    const folder = join(this.#folder, 'working');
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return this.#claims.note(folder, names.sort(), ABANDONED_MS);
  }

  /** Null also if the file has changed since: it is looked at again. */
  async #takeNew(name: string): Promise<Claim | null> {
    if (!(await this.#files.isStill(this.#folder, name))) return null;
    return this.#claim(join(this.#folder, name), `${Date.now()}-${shortId()}`);
  }

  async #takeOver(folder: string): Promise<Claim | null> {
    const path = join(this.#folder, 'working', folder);
    const [name] = await readdir(path).catch(() => []);
    // Empty: its process was killed before it had the file, or after the file was done.
    const claim = name === undefined ? null : await this.#claim(join(path, name), folder.split('.')[0]!);
    await rmdir(path).catch(() => undefined);
    return claim;
  }

  /** Null if another process was faster. */
  async #claim(file: string, id: string): Promise<Claim | null> {
    const name = basename(file);
    const folder = join(this.#folder, 'working', `${id}.${shortId()}`);
    await mkdir(folder);
    const path = join(folder, name);
    if (await moved(file, path)) return { name, path, id, claimedAt: Number(id.split('-')[0]) };
    await rmdir(folder).catch(() => undefined);
    return null;
  }
}

const shortId = () => randomUUID().slice(0, 8);

/** Whether a file was moved; false if it is not there any more. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
