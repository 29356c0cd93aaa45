import { readFile } from 'node:fs/promises';
import { withoutByteOrderMark } from '../../shared/contracts/intake/lines.ts';
import type { WrsDeps } from './context.ts';
import { UsageError } from './failures.ts';

/** Reads a whole text file, without its byte order mark. Throws UsageError if it cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    return withoutByteOrderMark(await readFile(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
}

/** The argument that is the standard input, not a file. */
export const STANDARD_INPUT = '-';

/** The same for an argument that may be STANDARD_INPUT. */
export async function readArgument(path: string, { readInput }: Pick<WrsDeps, 'readInput'>): Promise<string> {
  return path === STANDARD_INPUT ? withoutByteOrderMark(await readInput()) : readText(path);
}

/** Parses JSON. Throws UsageError with its place and the parser's message. */
export function parseJsonText(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place}: this is not valid JSON: ${(error as Error).message}`);
  }
}
