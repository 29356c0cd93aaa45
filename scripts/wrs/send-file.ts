import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Option } from 'commander';
import type { RoutingClient } from '../../shared/client/client.ts';
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

/**
 * Posts a file as it is read, so that memory does not grow with it. `-` is the standard input. Throws UsageError if its format
 * is not known.
 */
export async function sendFile<T>(
  client: RoutingClient,
  url: string,
  path: string,
  options: FileOptions,
  display: ProgressDisplay,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { gzipped, ...kind } = fileKind(path);
  const format = options.format ?? kind.format;
  if (format === undefined) {
    throw new UsageError(
      `${path}: unknown format: use a file name that ends in .ndjson, .csv or .json, or pass --format.`,
    );
  }
  const total = path === '-' ? null : await sizeOf(path);
  const packs = options.gzip === true && !gzipped;
  // Opened again if the client sends it again, which it does not with the standard input.
  const open = (): Readable => {
    const file: Readable = path === '-' ? process.stdin : createReadStream(path);
    const counted = file.pipe(countBytes((bytes) => display.sent(bytes, total)));
    file.once('error', (error) => counted.destroy(error));
    const body: Readable = packs ? counted.pipe(createGzip()) : counted;
    if (packs) counted.once('error', (error) => body.destroy(error));
    return body;
  };
  return client.upload<T>(
    url,
    {
      ...headers,
      'content-type': CONTENT_TYPES[format],
      ...((gzipped || packs) && { 'content-encoding': 'gzip' }),
    },
    open,
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
