import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileKind } from '../file-format.ts';
import type { FileSource } from '../send-file.ts';
import type { Claim } from './inbox.ts';

/** A file that cannot be sent, whatever the service says. The message says why. */
export class Unusable extends Error {}

/** With what is added to a name, it stays within the 255 bytes that file systems take. */
const MAX_NAME_BYTES = 200;
const SHORTENED_BYTES = 100;
const READ_BYTES = 64 * 1024;
/** A link is not followed, and a pipe is not waited for. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** This process, and no file, is at its limit. */
const OWN_LIMITS: ReadonlySet<string | undefined> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

const STRAY = 'It lay in working, which is for files in hand. Put it into the folder itself.';
const NO_KIND = 'Its name does not end in .csv, .ndjson, .jsonl or .json, also with .gz.';

/**
 * A claimed file that is open. All is read by the one handle, so that what is looked at is what is sent, whatever lies
 * under its name meanwhile.
 */
export class TakenFile implements FileSource {
  readonly claim: Claim;
  readonly name: string;
  readonly size: number;
  /** How often it was sent by this process. */
  sends = 0;
  readonly #handle: FileHandle;

  private constructor(claim: Claim, handle: FileHandle, size: number) {
    this.claim = claim;
    this.name = claim.name;
    this.size = size;
    this.#handle = handle;
  }

  /** Opens a claimed file, does `work` and closes it. Throws Unusable. */
  static async with<T>(claim: Claim, work: (file: TakenFile) => Promise<T>): Promise<T> {
    if (claim.claimedAt === 0) throw new Unusable(STRAY);
    if (isTooLong(claim.name)) throw new Unusable(`Its name is longer than ${MAX_NAME_BYTES} bytes.`);
    if (fileKind(claim.name).format === undefined) throw new Unusable(NO_KIND);
    const handle = await open(claim.path, OPEN_FLAGS).catch(refuse);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new Unusable('It is not a regular file.');
      return await work(new TakenFile(claim, handle, found.size));
    } finally {
      await handle.close();
    }
  }

  /** SHA-256 of its content, in hexadecimal. */
  async digest(): Promise<string> {
    const hash = createHash('sha256');
    for await (const bytes of this.#read()) hash.update(bytes);
    return hash.digest('hex');
  }

  /** Its bytes from the beginning. */
  open(): Readable {
    return Readable.from(this.#read(), { objectMode: false });
  }

  async *#read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size; ) {
      const length = Math.min(READ_BYTES, this.size - at);
      const { buffer, bytesRead } = await this.#handle
        .read(Buffer.allocUnsafe(length), 0, length, at)
        .catch(refuse);
      if (bytesRead === 0) throw new Unusable('It became shorter while it was read.');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}

/** The parts of a name: `orders` and `.csv.gz`. The first one is shortened if the name is too long. */
export function partsOf(name: string): { readonly stem: string; readonly ending: string } {
  const ending = fileKind(name).format === undefined ? '' : /\.\w+(\.gz)?$/i.exec(name)![0];
  const stem = name.slice(0, name.length - ending.length);
  if (!isTooLong(name)) return { stem, ending };
  const cut = Buffer.from(stem).subarray(0, SHORTENED_BYTES).toString();
  return { stem: cut.replace(/\uFFFD+$/, ''), ending };
}

/** What a file is called in `done` and in `failed`, so that a name may be used again. */
export function finalName({ name, id }: Claim): string {
  const { stem, ending } = partsOf(name);
  return `${stem}.${id}${ending}`;
}

const isTooLong = (name: string) => Buffer.byteLength(name) > MAX_NAME_BYTES;

function refuse(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT' || OWN_LIMITS.has(error.code)) throw error;
  if (error.code === 'ELOOP') throw new Unusable('It is a link, not a regular file.');
  throw new Unusable(`It cannot be read (${error.code}).`);
}
