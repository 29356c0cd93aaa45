import type { ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * Saves the output of a program of a test to the logs that are searched for secrets. Resolves with the first match of
 * `pattern` in the output, and rejects if the program ends before.
 */
export function keepOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  const file = join(inject('logsFolder'), `program-${child.pid}.log`);
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => {
        appendFileSync(file, part);
        said += part;
        const [found] = pattern.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('exit', () => reject(new Error(`The program ended and had not said ${pattern}: ${said}`)));
  });
}
