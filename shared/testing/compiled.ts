import { join } from 'node:path';
import { projectRoot } from '../foundation/project-root.ts';

/** A program as `node` runs it: `compiled('api/server')`. It was compiled before the tests (compile.ts). */
export function compiled(program: string): string {
  return join(projectRoot, 'dist', `${program}.js`);
}
