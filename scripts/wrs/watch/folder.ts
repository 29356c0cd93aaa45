import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../failures.ts';
import { fileKind } from '../file-format.ts';
import type { FileSource } from '../send-file.ts';

/** A file that is ready to be sent. */
export interface ReadyFile {
  readonly folder: WatchedFolder;
  readonly name: string;
  /** Which file it is, its size and time: another one under its name looks otherwise. */
  readonly look: string;
  /** Its name in `done` or `failed`: NAME.TIME-ID.ENDING. */
  readonly finalName: string;
}

/** A file while it is sent: all is read by one handle, whatever comes under its name. */
export interface OpenedFile extends FileSource {
  readonly size: number;
  /** SHA-256 of its content. */
  readonly digest: string;
}

export const ENDING = /\.\w+(\.gz)?$/i;
/** Names under which others write what they rename then. */
const UNFINISHED = /^\.|\.(part|tmp|crdownload)$/i;
const NOT_TAKEN =
  'is not taken: a spreadsheet is saved as CSV (.csv); files are .csv, .ndjson, .jsonl or .json, and no links.';

/**
 * A folder into which others put files. A file is ready when it has not changed for `settleMs`. It stays where it is until it
 * was sent: the next start finds what a killed process was at. Several processes may send the same file: by its key it has
 * the same effect once, and one of them moves it.
 */
export class WatchedFolder {
  /** How each file looked when it was last listed, and since when. The time is that of this process: other clocks differ. */
  #looks = new Map<string, { readonly look: string; readonly since: number }>();
  #ready: string[] = [];
  /** Names that are left where they are, of which it was said why. */
  readonly #left = new Set<string>();

  private constructor(
    readonly path: string,
    private readonly settleMs: number,
    private readonly say: (text: string) => void,
  ) {}

  /** Opens the folder and makes those in it. */
  static async open(path: string, settleMs: number, say: (text: string) => void): Promise<WatchedFolder> {
    for (const name of ['working', 'done', 'failed']) await mkdir(join(path, name), { recursive: true });
    const working = await readdir(join(path, 'working'));
    // Of a killed process. Another one that writes it sends the file again.
    for (const name of working.filter((each) => each.endsWith('.part')))
      await rm(join(path, 'working', name), { force: true });
    return new WatchedFolder(path, settleMs, say);
  }

  /** Whether there are files that are not ready yet. */
  get waits(): boolean {
    return this.#looks.size > 0;
  }

  /** The next file that is ready, by name; null: there is none. */
  async next(): Promise<ReadyFile | null> {
    if (this.#ready.length === 0) await this.#list();
    for (let name = this.#ready.shift(); name !== undefined; name = this.#ready.shift()) {
      const look = await lookOf(join(this.path, name));
      if (look === null || look !== this.#looks.get(name)?.look) continue;
      this.#looks.delete(name);
      const own = `.${Date.now()}-${randomUUID().slice(0, 8)}`;
      return { folder: this, name, look, finalName: name.replace(ENDING, (ending) => own + ending) };
    }
    return null;
  }

  async #list(): Promise<void> {
    const now = performance.now();
    const before = this.#looks;
    this.#looks = new Map();
    const entries = await readdir(this.path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      if (UNFINISHED.test(name) || this.#left.has(name)) continue;
      const isTaken = fileKind(name).format !== undefined;
      if (isTaken && entry.isFile()) {
        const look = await lookOf(join(this.path, name));
        const known = before.get(name);
        if (look !== null) this.#looks.set(name, known?.look === look ? known : { look, since: now });
      } else if (isTaken || !entry.isDirectory()) this.#leave(name, NOT_TAKEN);
    }
    const isReady = ([, { since }]: [string, { since: number }]) => now - since >= this.settleMs;
    this.#ready = [...this.#looks].filter(isReady).map(([name]) => name);
  }

  #leave(name: string, why: string): void {
    this.#left.add(name);
    this.say(`${join(this.path, name)} ${why}`);
  }

  /** A mark in `working` that stays until the file was moved. Its time says when the file was first sent. */
  #markOf({ name, look }: ReadyFile): string {
    return join(this.path, 'working', sha256(`${look} ${name}`));
  }

  /** When a file was first sent, in milliseconds since 1970. */
  async sentSince(file: ReadyFile): Promise<number> {
    await writeFile(this.#markOf(file), '', { flag: 'a' });
    return (await lstat(this.#markOf(file))).mtimeMs;
  }

  /** Writes a file that is complete as soon as it can be seen. */
  async write(path: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
    const part = join(this.path, 'working', `${randomUUID()}.part`);
    await writeFile(part, content, { flush: true });
    await rename(part, join(this.path, path));
  }

  /** Moves a file that was sent. Gone: another process has moved it. Stuck: it cannot be moved. */
  async finish(file: ReadyFile, folder: 'done' | 'failed'): Promise<'moved' | 'gone' | 'stuck'> {
    const { name, look, finalName } = file;
    const [path, target] = [join(this.path, name), join(this.path, folder, finalName)];
    try {
      await rename(path, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
      // For example of a folder of somebody else, or with a name that is too long.
      this.#leave(name, `cannot be moved, and is left until the next start: ${(error as Error).message}`);
      return 'stuck';
    }
    await rm(this.#markOf(file), { force: true });
    // Another file has come under its name. It is next.
    if ((await lookOf(target)) !== look) await rename(target, path);
    return 'moved';
  }
}

/** Opens a file, does `work` and closes it. */
export async function withFile<T>(
  { folder, name }: ReadyFile,
  work: (file: OpenedFile) => Promise<T>,
): Promise<T> {
  const handle = await open(join(folder.path, name)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EACCES' ? new UsageError('It cannot be read (EACCES).') : error;
  });
  try {
    const { size } = await handle.stat();
    const reread = () => handle.createReadStream({ autoClose: false, start: 0, end: Math.max(size, 1) - 1 });
    const hash = createHash('sha256');
    for await (const bytes of reread()) hash.update(bytes);
    return await work({ name, size, open: reread, digest: hash.digest('hex') });
  } finally {
    await handle.close();
  }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Null: it is not there. */
async function lookOf(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}
