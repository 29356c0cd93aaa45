import { closeSync, createReadStream, openSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findSecrets } from '../../../shared/platform/find-secrets.ts';

/** The logs of processes of the service, in files of a folder, to be searched for secrets at the end. */
export class ProcessLogs {
  readonly #folder: string;
  readonly #files = new Map<string, number>();

  /** `folder` exists. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The place of a process's output and errors, as `stdio` of `spawn`. Processes of one name share a file. */
  open(name: string): number {
    const file = this.#files.get(name) ?? openSync(join(this.#folder, `${name}.log`), 'a');
    this.#files.set(name, file);
    return file;
  }

  /** The secrets in all of the files, and how many lines were read. `known`: words that must not be there either. */
  async search(known: readonly string[]): Promise<{ readonly lines: number; readonly secrets: string[] }> {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
    const found = new Set<string>();
    let lines = 0;
    for (const name of await readdir(this.#folder)) {
      for await (const line of createInterface({ input: createReadStream(join(this.#folder, name)) })) {
        lines += 1;
        for (const secret of findSecrets(line, known)) found.add(`${name}: ${secret}`);
      }
    }
    return { lines, secrets: [...found] };
  }
}
