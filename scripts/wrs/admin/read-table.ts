import { readFile } from 'node:fs/promises';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import type { WrsContext } from '../context.ts';

/** Reads a table from a file, or - from the standard input. `what` it is: `lane table`. Throws AppError validation_failed. */
export async function readTable(path: string, what: string, { readInput }: WrsContext): Promise<string> {
  try {
    return path === '-' ? await readInput() : await readFile(path, 'utf8');
  } catch (error) {
    const message = `cannot be read: ${(error as NodeJS.ErrnoException).code}`;
    throw new AppError('validation_failed', `There is no ${what}.`, { faults: [{ path, message }] });
  }
}
