import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Option } from 'commander';
import type { Client } from './client.ts';
import type { Display } from './display.ts';
import { UsageError } from './failures.ts';

const FORMATS = ['ndjson', 'csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  json: 'application/json',
};

/** What a file's name says of its content. */
interface FileKind {
  readonly format: Format | undefined;
  readonly gzipped: boolean;
}

/** Reads a file's name: `orders.ndjson`, `orders.jsonl.gz`, `orders.csv`. */
function kindOf(path: string): FileKind {
  const name = path.toLowerCase();
  const gzipped = name.endsWith('.gz');
  const extension = /\.(\w+)$/.exec(gzipped ? name.slice(0, -'.gz'.length) : name)?.[1];
  const format = extension === 'jsonl' ? 'ndjson' : FORMATS.find((each) => each === extension);
  return { format, gzipped };
}

/** How a file is sent. */
export interface FileOptions {
  readonly format?: Format;
  readonly gzip?: true;
}

export const FORMAT_OPTION = () =>
  new Option('--format <format>', "format, where the file's name does not say").choices(FORMATS);

/**
 * Posts a file as it is read, `-` being the standard input: memory does not grow with it. Throws UsageError where
 * its name does not say what it is.
 */
export async function sendFile<T>(
  client: Client,
  url: string,
  path: string,
  options: FileOptions,
  display: Display,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { gzipped, ...kind } = kindOf(path);
  const format = options.format ?? kind.format;
  if (format === undefined) {
    throw new UsageError(`${path}: say what it is, by its name (.ndjson, .csv, .json) or by --format.`);
  }
  const total = path === '-' ? null : await sizeOf(path);
  const file: Readable = path === '-' ? process.stdin : createReadStream(path);
  const counted = file.pipe(countBytes((bytes) => display.sent(bytes, total)));
  file.once('error', (error) => counted.destroy(error));
  const packs = options.gzip === true && !gzipped;
  const body: Readable = packs ? counted.pipe(createGzip()) : counted;
  if (packs) counted.once('error', (error) => body.destroy(error));
  return client.upload<T>(
    url,
    {
      ...headers,
      'content-type': CONTENT_TYPES[format],
      ...((gzipped || packs) && { 'content-encoding': 'gzip' }),
    },
    body,
  );
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw new UsageError(
      `${path}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message}`,
    );
  }
  throw new UsageError(`${path}: is no file`);
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
