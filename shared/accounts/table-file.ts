import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AppError, Fault } from '../foundation/errors/app-error.ts';
import { invalidAccountFile } from './account-file.ts';

/** The keys of an account file that name a file of a table. */
type TableKey = 'transit.lanes_file' | 'rates.prices_file';

/**
 * Reads a table that an account file names. `baseDir` is the folder that its name is relative to; null if no files may be
 * read. Throws AppError validation_failed at its key.
 */
export async function readTableFile(key: TableKey, file: string, baseDir: string | null): Promise<string> {
  if (baseDir === null) throw tableFault(key, 'a file can be read on the command line only');
  try {
    return await readFile(resolve(baseDir, file), 'utf8');
  } catch (error) {
    throw tableFault(key, `cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** The error of a table that an account file lacks or names in vain. */
export function tableFault(key: TableKey, message: string): AppError {
  return invalidAccountFile([{ path: key, message }]);
}

/** The error of a table that has faults, each at its line. */
export function faultyTable(key: TableKey, file: string, faults: readonly Fault[]): AppError {
  return invalidAccountFile(
    faults.map(({ path, message }) => ({ path: key, message: `${file} ${path}: ${message}` })),
  );
}
