// `npm run verify`, before a commit: every check that needs no service. With --full, as in CI, also the checks that need
// PostgreSQL, and all tests but the long ones, none of them left out. A release needs `npm test -- --long`, too. With names of steps only these: `npm run lint`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, root } from '../bootstrap.mjs';

const bin = (name, ...args) => [join(root, 'node_modules', '.bin', name), ...args];
const node = (...args) => [process.execPath, ...args];

const STATIC = [
  { name: 'types', command: bin('tsc', '--noEmit') },
  { name: 'types of the console', command: bin('tsc', '-p', 'api/console/tsconfig.json') },
  {
    name: 'format, lint, import zones',
    command: bin('biome', 'check', '--error-on-warnings'),
    fix: 'npm run fix',
  },
  { name: 'dead code', command: bin('knip', '--no-progress'), fix: 'delete what is listed, or use it' },
  { name: 'lock file', command: node('scripts/dev/sources/lockfile.mjs') },
];
const QUICK = [...STATIC, { name: 'unit tests', command: bin('vitest', 'run', '--project', 'unit') }];
/** With --full, before the tests. */
const FULL = [
  ...STATIC,
  { name: 'licences, bill of materials', command: node('scripts/dev/check.mjs', 'licences') },
  { name: 'faults, short form', command: node('scripts/dev/check.mjs', 'faults') },
];

const [first, ...others] = process.argv.slice(2);
const isFull = first === '--full';
const steps = isFull
  ? FULL
  : QUICK.filter(({ name }) => first === undefined || [first, ...others].some((part) => name.includes(part)));

bootstrap({ dev: true, types: true, pages: false });
const failed = steps.filter((step) => !passes(step));
if (failed.length > 0) {
  process.exitCode = 1;
  const lines = failed.map(({ name, fix }) => (fix ? `${name} (${fix})` : name));
  console.error(`\nFailed: ${lines.join('; ')}`);
}
// The tests come last, so that the last line of the output is theirs.
if (isFull && run(node('scripts/test.mjs', '--complete')) !== 0) process.exitCode = 1;

function passes({ name, command }) {
  console.log(`\n- ${name}`);
  const started = Date.now();
  const status = run(command);
  console.log(
    `- ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
  return status === 0;
}

function run([program, ...args]) {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status;
}
