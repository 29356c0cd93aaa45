import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../../shared/platform/project-root.ts';

/** Builds the console for the tests, if its sources changed. */
export default function setup(): void {
  const script = `import { bootstrap } from './scripts/bootstrap.mjs'; bootstrap({ dev: true, compile: true })`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(projectRoot),
    stdio: 'inherit',
  });
}
