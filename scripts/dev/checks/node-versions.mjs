// `npm run check node-versions`: all tests on each release line of Node.js that `engines` names. npm brings the releases.
//   npm run check node-versions [-- VERSIONS]     such as 24, or 20.19.0 22
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const oldest = ([first, ...others]) => [`${first}.0`, ...others.map((version) => version.split('.')[0])];
const named = process.argv.slice(2);
const versions = named.length > 0 ? named : oldest(engines.node.match(/\d+(\.\d+)?/g));

const failed = versions.filter((version) => {
  console.log(`\n- Node.js ${version}`);
  const test = ['--yes', '--package', `node@${version}`, 'node', 'scripts/test.mjs'];
  return spawnSync('npx', test, { cwd: root, stdio: 'inherit' }).status !== 0;
});
console.log(failed.length > 0 ? `\nFailed on Node.js ${failed.join(', ')}` : '\nPassed on each of them');
process.exitCode = failed.length > 0 ? 1 : 0;
