import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKind } from '../file-format.ts';

/** A file in hand. It lies in `working` under the name that it will have in `done` or `failed`: NAME.TIME-ID.ENDING. */
export interface TakenFile {
  /** Its name as it was put into the folder. */
  readonly name: string;
  readonly path: string;
  readonly finalName: string;
  /** When it was taken, in milliseconds since 1970. */
  readonly takenAt: number;
  /** Why it cannot be sent, as far as its name and place say. */
  readonly fault?: string | undefined;
}

/** A file that cannot be sent, whatever the service says. The message says why. */
export class Unusable extends Error {}

/** Another process has taken the file up. What is left to do is its work. */
export class TakenOver extends Error {}

/** With what is added to a name, it stays within the 255 bytes that file systems take. */
const MAX_NAME_BYTES = 200;
const SHORTENED_BYTES = 100;
const TAKEN = /^(.*)\.(\d{13})-[0-9a-f]{8}((?:\.\w+)*)$/s;
/** The ending of what is being written in `working` for another folder. */
const PART = '.part';
/** A link is not followed, and a pipe is not waited for. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** This process, and no file, is at its limit; or another process has moved the file. */
const NOT_ITS_FAULT: ReadonlySet<string | undefined> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOENT']);

const NOT_TAKEN =
  'is not taken: a spreadsheet is saved as CSV (.csv); files are .csv, .ndjson, .jsonl or .json.';
const STRAY = 'It lay in working, which is for files in hand. Put it into the folder itself.';
const TOO_LONG = `Its name is longer than ${MAX_NAME_BYTES} bytes.`;

/**
 * A folder into which others put files, each to be worked on once. A file is taken when it has not changed for some time,
 * by a rename, which one process wins; what a killed process had in hand is taken up at the next start. All is in the names
 * and places of files: nothing else is stored.
 */
export class WatchedFolder {
  readonly path: string;
  readonly #settleMs: number;
  /** How each file looked when it was last listed, and since when. The time is that of this process: other clocks differ. */
  #looks = new Map<string, { readonly look: string; readonly since: number }>();
  /** Names that are ready. */
  #ready: string[] = [];
  readonly #left: TakenFile[] = [];
  readonly #said = new Set<string>();
  /** Names of files that should be taken, and cannot be moved. */
  readonly #stuck = new Set<string>();

  private constructor(path: string, settleMs: number) {
    this.path = path;
    this.#settleMs = settleMs;
  }

  /** Opens the folder, makes those in it, and finds what was in hand. A file is ready when it has not changed for `settleMs`. */
  static async open(path: string, settleMs: number): Promise<WatchedFolder> {
    for (const name of ['working', 'done', 'failed']) await mkdir(join(path, name), { recursive: true });
    const folder = new WatchedFolder(path, settleMs);
    for (const name of (await readdir(join(path, 'working'))).sort()) {
      const inHand = join(path, 'working', name);
      const [, stem, time, ending] = TAKEN.exec(name) ?? [];
      if (name.endsWith(PART)) await rm(inHand, { force: true });
      else if (stem === undefined)
        folder.#left.push({ name, path: inHand, ...finalName(name), fault: STRAY });
      else
        folder.#left.push({
          name: `${stem}${ending}`,
          path: inHand,
          finalName: name,
          takenAt: Number(time),
        });
    }
    return folder;
  }

  /** Takes the next file, by name. `waits`: there are files that are not ready. `said`: what is not taken, and why, once. */
  async next(): Promise<{ file: TakenFile | null; waits: boolean; said: string[]; isBlocked: boolean }> {
    const said: string[] = [];
    const say = (name: string, text: string) => {
      if (!this.#said.has(name)) said.push(`${join(this.path, name)} ${text}`);
      this.#said.add(name);
    };
    let file = this.#left.shift() ?? null;
    if (file === null && this.#ready.length === 0) await this.#list(say);
    while (file === null && this.#ready.length > 0) file = await this.#take(this.#ready.shift()!, say);
    return { file, waits: this.#looks.size > 0, said, isBlocked: this.#stuck.size > 0 };
  }

  async #list(say: (name: string, text: string) => void): Promise<void> {
    const now = performance.now();
    const before = this.#looks;
    this.#looks = new Map();
    for (const entry of (await readdir(this.path, { withFileTypes: true })).sort(byName)) {
      const { name } = entry;
      if (name.startsWith('.') || this.#stuck.has(name)) continue;
      if (fileKind(name).format !== undefined) {
        const look = await lookOf(join(this.path, name));
        const known = before.get(name);
        if (look !== null) this.#looks.set(name, known?.look === look ? known : { look, since: now });
      } else if (!entry.isDirectory() && !/\.(part|tmp|crdownload)$/i.test(name)) say(name, NOT_TAKEN);
    }
    this.#ready = [...this.#looks]
      .filter(([, { since }]) => now - since >= this.#settleMs)
      .map(([name]) => name);
  }

  /** Null if another process was faster, or if the file has changed or cannot be moved. */
  async #take(name: string, say: (name: string, text: string) => void): Promise<TakenFile | null> {
    const from = join(this.path, name);
    if ((await lookOf(from)) !== this.#looks.get(name)?.look) return null;
    this.#looks.delete(name);
    const final = finalName(name);
    const path = join(this.path, 'working', final.finalName);
    try {
      if (!(await moved(from, path))) return null;
    } catch (error) {
      // For example a folder of somebody else, or one on another file system.
      this.#stuck.add(name);
      say(name, `cannot be taken, and is left until the next start: ${(error as Error).message}`);
      return null;
    }
    return { name, path, ...final, fault: isTooLong(name) ? TOO_LONG : undefined };
  }

  /** Moves a file in hand to `done` or `failed`. Throws TakenOver. */
  async finish(file: TakenFile, folder: 'done' | 'failed'): Promise<void> {
    if (!(await moved(file.path, join(this.path, folder, file.finalName)))) throw new TakenOver();
  }
}

/** Opens a file in hand, does `work` and closes it: all is read by one handle, whatever comes under its name. Throws Unusable. */
export async function withHandle<T>(
  file: TakenFile,
  work: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  if (file.fault !== undefined) throw new Unusable(file.fault);
  const handle = await open(file.path, OPEN_FLAGS).catch(refuse);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Unusable('It is not a regular file.');
    return await work(handle, found.size);
  } finally {
    await handle.close();
  }
}

/** Writes a file that is complete as soon as it can be seen, and follows no link. Throws TakenOver. */
export async function writeWhole(
  file: TakenFile,
  path: string,
  content: Parameters<typeof writeFile>[1],
): Promise<void> {
  const part = `${file.path}.${shortId()}${PART}`;
  await writeFile(part, content, { flag: 'wx', flush: true });
  // A process that has been started since has removed it, and works on the file.
  if (!(await moved(part, path))) throw new TakenOver();
}

/** The parts of a name: `orders` and `.csv.gz`. The first one is shortened if the name is too long. */
export function partsOf(name: string): { readonly stem: string; readonly ending: string } {
  const ending = fileKind(name).format === undefined ? '' : /\.\w+(\.gz)?$/i.exec(name)![0];
  const stem = name.slice(0, name.length - ending.length);
  if (!isTooLong(name)) return { stem, ending };
  const cut = Buffer.from(stem).subarray(0, SHORTENED_BYTES).toString();
  return { stem: cut.replace(/\uFFFD+$/, ''), ending };
}

function finalName(name: string) {
  const { stem, ending } = partsOf(name);
  const takenAt = Date.now();
  return { finalName: `${stem}.${takenAt}-${shortId()}${ending}`, takenAt };
}

const shortId = () => randomUUID().slice(0, 8);
const isTooLong = (name: string) => Buffer.byteLength(name) > MAX_NAME_BYTES;
const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

/** Null: it is not there. */
async function lookOf(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}

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

function refuse(error: NodeJS.ErrnoException): never {
  if (NOT_ITS_FAULT.has(error.code)) throw error;
  if (error.code === 'ELOOP') throw new Unusable('It is a link, not a regular file.');
  throw new Unusable(`It cannot be read (${error.code}).`);
}
