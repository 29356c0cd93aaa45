import { readFile } from 'node:fs/promises';
import type { WrsDeps } from './context.ts';
import { UsageError } from './failures.ts';

/** Reads a whole text file, without its byte order mark. Throws UsageError if it cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
}

/** The same for an argument, of which - is the standard input. */
export function readArgument(path: string, { readInput }: Pick<WrsDeps, 'readInput'>): Promise<string> {
  return path === '-' ? readInput() : readText(path);
}

/** Parses JSON. Throws UsageError with its place and the parser's message. */
export function parseJsonText(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place}: this is not valid JSON: ${(error as Error).message}`);
  }
}
