import { stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Look {
  readonly text: string;
  readonly since: number;
}

/**
 * Which files of a folder have looked the same for some time. The time is that of this process: clocks of other machines,
 * which may have written the files, are not compared with it.
 */
export class Unchanged {
  #looks = new Map<string, Look>();

  /** Looks at files again. `ready` have not changed for `ms`; `waits`: there are others. */
  async note(
    folder: string,
    names: readonly string[],
    ms: number,
  ): Promise<{ ready: string[]; waits: boolean }> {
    const now = performance.now();
    const looks = new Map<string, Look>();
    for (const name of names) {
      const text = await lookOf(join(folder, name));
      if (text === null) continue;
      const before = this.#looks.get(name);
      looks.set(name, before?.text === text ? before : { text, since: now });
    }
    this.#looks = looks;
    const ready = [...looks].filter(([, { since }]) => now - since >= ms).map(([name]) => name);
    return { ready, waits: ready.length < looks.size };
  }

  /** Whether a file looks as it did when it was last noted. */
  async isStill(folder: string, name: string): Promise<boolean> {
    return (await lookOf(join(folder, name))) === this.#looks.get(name)?.text;
  }
}

/** Null: it is not there. */
async function lookOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}
