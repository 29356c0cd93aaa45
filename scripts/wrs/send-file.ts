import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Option } from 'commander';
import type { RoutingClient, UploadOptions } from '../../shared/client/client.ts';
import type { ProgressDisplay } from '../terminal/progress-display.ts';
import { UsageError } from './failures.ts';
import { FORMATS, type Format, fileKind } from './file-format.ts';

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  json: 'application/json',
};

/** How a file is sent. */
export interface FileOptions {
  readonly format?: Format;
  readonly gzip?: true;
}

export const FORMAT_OPTION = () =>
  new Option('--format <format>', "format, where the file's name does not say").choices(FORMATS);

/** Where the bytes of a file come from. */
export interface FileSource {
  /** Its ending is that of its format. */
  readonly name: string;
  /** In bytes; null: it is not known. */
  readonly size: number | null;
  /** Its bytes from the beginning. Called again if the client sends it again. */
  open(): Readable;
}

/** How a file is sent, and what comes back. */
interface SendOptions extends FileOptions, Pick<UploadOptions, 'onReplay'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The file of this path; `-` is the standard input, which can be read once. Throws UsageError. */
export async function fileSource(path: string): Promise<FileSource> {
  if (path === '-') return { name: path, size: null, open: () => process.stdin };
  return { name: path, size: await sizeOf(path), open: () => createReadStream(path) };
}

/** Posts a file as it is read, so that memory does not grow with it. Throws UsageError if its format is not known. */
export async function sendFile<T>(
  client: RoutingClient,
  url: string,
  source: FileSource,
  { headers, onReplay, ...options }: SendOptions,
  display: ProgressDisplay,
): Promise<T> {
  const { name, size } = source;
  const { gzipped, ...kind } = fileKind(name);
  const format = options.format ?? kind.format;
  if (format === undefined) {
    throw new UsageError(
      `${name}: unknown format: use a file name that ends in .ndjson, .csv or .json, or pass --format.`,
    );
  }
  const packs = options.gzip === true && !gzipped;
  const body = (): Readable => {
    const file = source.open();
    const counted = file.pipe(countBytes((bytes) => display.sent(bytes, size)));
    file.once('error', (error) => counted.destroy(error));
    const sent: Readable = packs ? counted.pipe(createGzip()) : counted;
    if (packs) counted.once('error', (error) => sent.destroy(error));
    return sent;
  };
  return client.upload<T>(
    url,
    {
      ...headers,
      'content-type': CONTENT_TYPES[format],
      ...((gzipped || packs) && { 'content-encoding': 'gzip' }),
    },
    body,
    { onReplay },
  );
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw new UsageError(
      `${path}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : (error as Error).message}`,
    );
  }
  throw new UsageError(`${path}: not a regular file`);
}

function countBytes(onCount: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      onCount(bytes);
      done(null, part);
    },
  });
}
