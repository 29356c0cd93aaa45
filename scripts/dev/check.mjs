// `npm run check` lists the checks that take longer than tests may; `npm run check NAME [-- OPTIONS]` runs one. Each is a
// program of checks/ and says at its begin which options it has, or a folder of tests there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from '../bootstrap.mjs';

const CHECKS = {
  faults:
    'kills processes, cuts networks, fills disks: what callers were answered stays true, and events are sent',
  fuzz: 'requests that the OpenAPI documents allow, nearly allow or forbid, in any order',
  'hostile-bodies': 'harmful request bodies: what other clients and the memory notice of them',
  'restore-test': 'backs a service at work up, and restores it with an empty Redis',
  neighbours: 'what other clients notice of one that takes all it can by ordinary requests, as scenarios',
  'large-ledgers': 'what a chain of 500 stores and a ledger of 3,000,000 decisions cost, beside small ones',
  searches: 'every search of orders in an account of 3,000,000 decisions, and the pages of the console',
  'console-account':
    'the console on a large account: actions of each task, time to data, accessibility, pictures',
  'node-versions': 'all tests on each release of Node.js that is supported: 20.19, 22 and 24',
  vendure:
    'the plugin of docs/examples in a Vendure shop of npm, which it installs: allocation, cancellation, outage',
  medusa: 'the recipe of docs/examples in a Medusa shop of npm, which it installs: the same',
  certificate:
    'FILE: the certificate of an improved window: its floor, its routes, and that no order is worse off',
  licences: 'the licence of each package, and the bill of materials (dist/sbom.json)',
};

/** Parts of another check. */
const PARTS = {
  'hostile-bodies': ['neighbours', '--only', 'bodies'],
  searches: ['large-ledgers', 'searches'],
};
/** Not in CI, because npm installs a shop (190 and 720 MB), and a release of one of its packages may break it. */
const TESTS = ['vendure', 'medusa'];

const [named, ...given] = process.argv.slice(2);
const [name, ...args] = [...(PARTS[named] ?? [named]), ...given];
if (name === undefined) {
  const width = Math.max(...Object.keys(CHECKS).map(({ length }) => length));
  for (const [check, about] of Object.entries(CHECKS)) console.log(`${check.padEnd(width)}  ${about}`);
} else if (TESTS.includes(name)) {
  bootstrap({ dev: true });
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--project', 'int', join('scripts', 'dev', 'checks', name), ...args];
  const env = { ...process.env, TEST_NIGHTLY: '1' };
  process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env }).status ?? 1;
} else if (name in CHECKS) {
  const file = join(root, 'scripts', 'dev', 'checks', `${name}.mjs`);
  const isPlain = existsSync(file);
  process.argv = [
    process.argv[0],
    ...(isPlain ? [file] : [process.argv[1], `scripts/dev/checks/${name}`]),
    ...args,
  ];
  if (isPlain) bootstrap({ dev: true });
  await import(isPlain ? pathToFileURL(file).href : '../run.mjs');
} else {
  console.error(`There is no check ${name}. The list: npm run check`);
  process.exitCode = 2;
}
