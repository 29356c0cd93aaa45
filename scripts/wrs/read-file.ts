import { readFile } from 'node:fs/promises';
import { decodeText, NOT_TEXT } from '../../shared/foundation/decode-text.ts';
import type { WrsDeps } from './context.ts';
import { UsageError } from './failures.ts';

/** The argument that is the standard input, not a file. */
export const STANDARD_INPUT = '-';

/** Reads a whole file, or the standard input. Throws UsageError if it cannot be read. */
export async function readBytes(
  path: string,
  { readInput }: Pick<WrsDeps, 'readInput'>,
): Promise<Uint8Array> {
  if (path === STANDARD_INPUT) return readInput();
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
}

/** Their text, without its byte order mark. Throws UsageError if they are no text. */
export function textOf(bytes: Uint8Array, path: string): string {
  const text = decodeText(bytes);
  if (text === null) throw new UsageError(`${path}: ${NOT_TEXT}`);
  return text;
}

/** Reads a whole text, as `readBytes` and `textOf` do. */
export async function readText(path: string, deps: Pick<WrsDeps, 'readInput'>): Promise<string> {
  return textOf(await readBytes(path, deps), path);
}

/** Parses JSON. Throws UsageError with its place and the parser's message. */
export function parseJsonText(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place}: this is not valid JSON: ${(error as Error).message}`);
  }
}
