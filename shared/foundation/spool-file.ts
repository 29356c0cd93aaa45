import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary file for text that is too large for memory. */
export class SpoolFile {
  readonly #folder: string;
  readonly #file: FileHandle;

  /** Creates an empty file that no other user can read, in the system's folder for temporary files (TMPDIR). */
  static async create(parent: string = tmpdir()): Promise<SpoolFile> {
    const folder = await mkdtemp(join(parent, 'wrs-spool-'));
    try {
      const file = await open(join(folder, 'spool'), 'wx+', 0o600);
      // The open file needs no name on most systems. Without one, a killed process leaves no file behind.
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

  /** Reads all text, in pieces of any length. */
  read(): AsyncIterable<string> {
    return this.#file.createReadStream({ start: 0, encoding: 'utf8', autoClose: false });
  }

  /** Deletes the file. */
  async close(): Promise<void> {
    await this.#file.close();
    await remove(this.#folder);
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
