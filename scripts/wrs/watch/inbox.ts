import { randomUUID } from 'node:crypto';
import type { PathLike } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileKind } from '../file-format.ts';
import { Unchanged } from './unchanged.ts';

/** A file that one process works on. It lies in a folder of its own: `working/TIME-ID.HOLDER/NAME`. */
export interface Claim {
  /** The file's name as it was put into the inbox. */
  readonly name: string;
  readonly path: string;
  /** Names the taking of the file, also after another process has taken it over. */
  readonly id: string;
  /** When the file was first claimed, in milliseconds since 1970; 0 if it lay in `working` and nobody knows. */
  readonly claimedAt: number;
  /** Another process had it before, and may have sent it. */
  readonly isTakenOver: boolean;
}

/** Another process has taken the claim over. What is left to do is its work. */
export class TakenOver extends Error {}

/** How often a process shows that it still works on its claim, and after what time another one takes the claim over. */
const RENEW_MS = 1000;
const ABANDONED_MS = 5000;

const FOLDERS = ['working', 'done', 'failed'] as const;
const CLAIM_FOLDER = /^\d{13}-[0-9a-f]{8}\.[0-9a-f]{8}$/;
/** In the folder of a claim: what its process is writing for another folder. */
const PART = '.part';

const NOT_TAKEN =
  'is not taken: a spreadsheet is saved as CSV (.csv); files are .csv, .ndjson, .jsonl or .json.';

/**
 * A folder into which others put files, each to be worked on once, by any number of processes. A file is claimed by a
 * rename, which only one process can win. A claim is renewed while its process works, so that a killed process's file
 * is seen and taken over. All is in the names and times of files: nothing else is stored.
 */
export class Inbox {
  readonly #folder: string;
  readonly #working: string;
  readonly #settleMs: number;
  readonly #files = new Unchanged();
  readonly #inHand = new Unchanged();
  readonly #printed = new Set<string>();
  /** What cannot be moved, by its path: what is to be said of it. */
  readonly #stuck = new Map<string, string>();
  /** Files that were ready when the folder was last looked at. Null: another process was faster. */
  #queue: (() => Promise<Claim | null>)[] = [];

  private constructor(folder: string, settleMs: number) {
    this.#folder = folder;
    this.#working = join(folder, 'working');
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

  /** Whether there is a file that should be taken, and cannot be moved. */
  get isBlocked(): boolean {
    return this.#stuck.size > 0;
  }

  /** Says of each file that is not taken why, once. What is named as not yet complete is left out. */
  async notTaken(): Promise<string[]> {
    const isOther = (name: string) =>
      isWholeName(name) && fileKind(name).format === undefined && !/\.(part|tmp|crdownload)$/i.test(name);
    const entries = await readdir(this.#folder, { withFileTypes: true });
    const others = entries.filter((entry) => !entry.isDirectory() && isOther(entry.name));
    const said = [
      ...others.map(({ name }) => `${join(this.#folder, name)} ${NOT_TAKEN}`).sort(),
      ...this.#stuck.values(),
    ].filter((text) => !this.#printed.has(text));
    for (const text of said) this.#printed.add(text);
    return said;
  }

  /** Queues what is ready, and returns whether there are other files. */
  async #look(): Promise<boolean> {
    const inHand = await this.#pathsIn(this.#working, isWholeName);
    const left = await this.#inHand.note(inHand, ABANDONED_MS);
    const files = await this.#pathsIn(this.#folder, isReadyName);
    const found = await this.#files.note(files, this.#settleMs);
    this.#queue = [
      ...left.ready.map((name) => () => this.#takeOver(name, inHand.get(name)!)),
      ...found.ready.map((name) => () => this.#takeNew(name, files.get(name)!)),
    ];
    return left.waits || found.waits;
  }

  /** What lies in a folder and can be moved, by name. */
  async #pathsIn(folder: string, isWanted: (name: string) => boolean) {
    const paths = await pathsIn(folder);
    return new Map([...paths].filter(([name, path]) => isWanted(name) && !this.#stuck.has(`${path}`)));
  }

  /** Works on a claim and renews it meanwhile. */
  async holding<T>({ path }: Claim, work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      const now = new Date();
      // If another process has taken the claim over, the work finds out by itself.
      utimes(dirname(path), now, now).catch(() => undefined);
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
    await rmdir(dirname(path)).catch(() => undefined);
  }

  /** Null also if the file has changed since: it is looked at again. */
  async #takeNew(name: string, path: Buffer): Promise<Claim | null> {
    if (!(await this.#files.isStill(name, path))) return null;
    return this.#claim(name, path, `${Date.now()}-${shortId()}`, false);
  }

  /** Takes what has been in `working` for too long: what a process has left, or what others have put there. */
  async #takeOver(folder: string, path: Buffer): Promise<Claim | null> {
    const found = await lstat(path).catch(() => null);
    if (found === null) return null;
    const isClaim = CLAIM_FOLDER.test(folder) && found.isDirectory();
    const files = isClaim ? await pathsIn(`${path}`).catch(() => null) : null;
    if (files === null) return this.#claim(folder, path, `${'0'.repeat(13)}-${shortId()}`, true);
    await rm(join(`${path}`, PART), { force: true }).catch(() => undefined);
    files.delete(PART);
    const [file] = files;
    // Empty: its process was killed before it had the file, or after the file was done.
    const claim = file === undefined ? null : await this.#claim(...file, folder.split('.')[0]!, true);
    await rmdir(path).catch(() => undefined);
    return claim;
  }

  /** Null if another process was faster, or if the file cannot be moved. */
  async #claim(name: string, from: Buffer, id: string, isTakenOver: boolean): Promise<Claim | null> {
    const folder = join(this.#working, `${id}.${shortId()}`);
    await mkdir(folder);
    const path = join(folder, name);
    try {
      if (await moved(from, path))
        return { name, path, id, claimedAt: Number(id.split('-')[0]), isTakenOver };
    } catch (error) {
      // For example a folder of somebody else, or one on another file system.
      this.#stuck.set(
        `${from}`,
        `${from} cannot be taken, and is left until the next start: ${(error as Error).message}`,
      );
    }
    await rmdir(folder).catch(() => undefined);
    return null;
  }
}

export type Content = string | AsyncIterable<Uint8Array>;

/**
 * Writes a file that is complete as soon as it can be seen. It follows no link and shares no file with another process:
 * it is written in the folder of the claim, which only the claim's process uses.
 */
export async function writeWhole(claim: Claim, path: string, content: Content): Promise<void> {
  const part = join(dirname(claim.path), PART);
  await rm(part, { force: true });
  await writeFile(part, content, { flag: 'wx', flush: true });
  await rename(part, path);
}

const shortId = () => randomUUID().slice(0, 8);

/** What has a name that begins with a dot is not yet complete. */
const isWholeName = (name: string) => !name.startsWith('.');
/** The name says what the file is. */
const isReadyName = (name: string) => isWholeName(name) && fileKind(name).format !== undefined;

/** Paths by name, in the order of names. A path is in bytes, because a name need not be UTF-8. */
async function pathsIn(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder, { encoding: 'buffer' });
  const before = Buffer.from(`${folder}${sep}`);
  const paths = names.map((name) => [name.toString(), Buffer.concat([before, name])] as const);
  return new Map(paths.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a file was moved; false if it is not there any more. */
async function moved(from: PathLike, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
