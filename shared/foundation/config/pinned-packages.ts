import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Packages of which this code uses members that they do not declare (shared/db/pg-insides.ts,
 * shared/db/queue/bullmq-insides.ts). package.json names the one version that the tests have run with.
 */
const PINNED = ['bullmq', 'pg'] as const;

/** Throws StartFailure if a pinned package is installed in another version. `root` is the folder of package.json. */
export function checkPinnedPackages(root: string = projectRoot): void {
  const require = createRequire(join(root, 'package.json'));
  const { dependencies } = require('./package.json') as { dependencies: Record<string, string> };
  for (const name of PINNED) {
    const { version } = require(`${name}/package.json`) as { version: string };
    if (version !== dependencies[name]) {
      throw new StartFailure(
        `This release needs ${name} ${dependencies[name]}, but ${version} is installed. Run npm ci in ${root}.`,
      );
    }
  }
}
