import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findSecrets } from '../../../shared/foundation/find-secrets.ts';

/** The secrets in all files of a folder, and how many lines were read. `known`: words that must not be there either. */
export async function secretsInFiles(
  folder: string,
  known: readonly string[],
): Promise<{ readonly lines: number; readonly secrets: string[] }> {
  const found = new Set<string>();
  let lines = 0;
  for (const name of await readdir(folder)) {
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      lines += 1;
      for (const secret of findSecrets(line, known)) found.add(`${name}: ${secret}`);
    }
  }
  return { lines, secrets: [...found] };
}
