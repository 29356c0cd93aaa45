import { execFileSync } from 'node:child_process';
import { projectRoot } from '../foundation/project-root.ts';

/** Compiles what tests run as threads and processes, if its sources changed. `pages`: the pages of the console too. */
export function compile({ pages = false } = {}): void {
  const script = `import { bootstrap } from './scripts/bootstrap.mjs'; bootstrap(${JSON.stringify({ dev: true, compile: true, pages })})`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
}
