import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Text that is too much for memory, kept on disk until it is read. */
export class SpoolFile {
  readonly #folder: string;
  readonly #file: FileHandle;

  /** Makes an empty one, which nobody else can read, in the system's folder for such files (TMPDIR). */
  static async create(parent: string = tmpdir()): Promise<SpoolFile> {
    const folder = await mkdtemp(join(parent, 'wrs-spool-'));
    try {
      const file = await open(join(folder, 'spool'), 'wx+', 0o600);
      // Where the system lets an open file go without its name, a killed process leaves nothing behind.
      await remove(folder).catch(() => {});
      return new SpoolFile(folder, file);
    } catch (error) {
      await remove(folder);
      throw error;
    }
  }

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  /** Adds text; one call at a time. */
  async write(text: string): Promise<void> {
    await this.#file.appendFile(text);
  }

  /** All that was written, in pieces that end anywhere. */
  read(): AsyncIterable<string> {
    return this.#file.createReadStream({ start: 0, encoding: 'utf8', autoClose: false });
  }

  /** Throws it away. */
  async close(): Promise<void> {
    await this.#file.close();
    await remove(this.#folder);
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
