import type { PathLike } from 'node:fs';
import { lstat } from 'node:fs/promises';

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

  /** Looks at files again, by their names. `ready` have not changed for `ms`; `waits`: there are others. */
  async note(paths: ReadonlyMap<string, PathLike>, ms: number): Promise<{ ready: string[]; waits: boolean }> {
    const now = performance.now();
    const looks = new Map<string, Look>();
    for (const [name, path] of paths) {
      const text = await lookOf(path);
      if (text === null) continue;
      const before = this.#looks.get(name);
      looks.set(name, before?.text === text ? before : { text, since: now });
    }
    this.#looks = looks;
    const ready = [...looks].filter(([, { since }]) => now - since >= ms).map(([name]) => name);
    return { ready, waits: ready.length < looks.size };
  }

  /** Whether a file looks as it did when it was last noted. */
  async isStill(name: string, path: PathLike): Promise<boolean> {
    return (await lookOf(path)) === this.#looks.get(name)?.text;
  }
}

/** Null: it is not there. */
async function lookOf(path: PathLike): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}
