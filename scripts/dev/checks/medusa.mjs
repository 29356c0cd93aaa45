// `npm run check medusa`: tests docs/examples/medusa in a real shop. npm installs Medusa (720 MB) into a temporary folder: too
// much for every run of CI, and a release of one of its 1,100 packages may break it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = [vitest, 'run', '--project', 'int', 'scripts/dev/checks/medusa'];
const env = { ...process.env, TEST_NIGHTLY: '1' };
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
