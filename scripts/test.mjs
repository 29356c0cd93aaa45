// Runs the tests, with a Redis server for the tests that need one. It ends with the slowest files and `N passed, N failed`.
//   npm test [-- VITEST ARGUMENTS]
//   --long       also the long tests (*.long.test.ts, *.long.int.test.ts), and properties with a new seed each time but in CI
//   --nightly    also those and the tests that take longest (*.nightly.test.ts, *.nightly.int.test.ts), and properties in full
//   --complete   fails if a test is left out; a test that fails is tried once more, and named if it passes then
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

/** How many files are named at the end. */
const SLOWEST = 25;

const args = process.argv.slice(2);
const isComplete = args.includes('--complete');
const isNightly = args.includes('--nightly');
const isLong = isNightly || args.includes('--long');
const forVitest = args.filter((arg) => !['--complete', '--long', '--nightly'].includes(arg));
bootstrap({ dev: true });

const folder = mkdtempSync(join(tmpdir(), 'wrs-run-'));
const report = join(folder, 'report.json');
const redis = process.env.TEST_REDIS_URL ? null : await startRedis();
if (!redis && !process.env.TEST_REDIS_URL) {
  console.log('No redis-server is installed and TEST_REDIS_URL is not set: tests on Redis are left out.');
}
if (!existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) {
  console.log(
    'No Chromium is at /usr/bin/chromium and CHROMIUM names none: tests of the console in a browser are left out.',
  );
}
for (const [program, tests] of [
  ['pgbouncer', 'the service through PgBouncer'],
  ['promtool', 'the alert rules'],
]) {
  if (spawnSync(program, ['--version']).error)
    console.log(`No ${program} is installed: tests of ${tests} are left out.`);
}
const env = { ...process.env, ...(redis && { TEST_REDIS_URL: redis.url }) };
if (isNightly) env.TEST_NIGHTLY = '1';
if (isLong) {
  env.TEST_LONG = '1';
  if (!env.CI) env.PROPERTY_SEED ??= String(randomInt(2 ** 31));
  if (env.PROPERTY_SEED) console.log(`The seed of the properties: PROPERTY_SEED=${env.PROPERTY_SEED}`);
}
const vitest = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    // On a slow machine one of thousands of tests may meet a race. It must be seen, but it is no fault of a change.
    ...(isComplete ? ['--retry=1', '--reporter=scripts/dev/sources/retried-tests.mjs'] : []),
    ...forVitest,
  ],
  { cwd: root, stdio: 'inherit', env },
);
redis?.stop();

const result = readReport();
rmSync(folder, { recursive: true });
printSlowest();
const counts = countTests();
if (isComplete && counts.skipped > 0) console.log(`${counts.skipped} tests were left out.`);
process.exitCode = counts.failed > 0 || (isComplete && counts.skipped > 0) ? 1 : 0;
console.log(
  `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);

/** The report of vitest; null: it did not come to write one. */
function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return null;
  }
}

function countTests() {
  if (result === null) return { passed: 0, failed: 1, skipped: 0 };
  // A file that cannot be loaded, or an error outside of tests, fails the run but no test.
  const failed = Math.max(result.numFailedTests, vitest.status === 0 ? 0 : 1);
  return { passed: result.numPassedTests, failed, skipped: result.numPendingTests + result.numTodoTests };
}

function printSlowest() {
  const files = (result?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  if (files.length < 2) return;
  console.log('\nThe slowest files, seconds:');
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
}

/** Starts a server that the tests may empty; null if Redis is not installed. */
async function startRedis() {
  if (spawnSync('redis-server', ['--version']).error) return null;
  const port = await freePort();
  const options = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  return { url: `redis://127.0.0.1:${port}`, stop: () => server.kill() };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
