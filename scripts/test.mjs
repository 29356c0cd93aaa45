// Runs the tests, with a Redis server for the tests that need one. The last line is `N passed, N failed`.
//   npm test [-- VITEST ARGUMENTS]
//   --complete   fails if a test is left out
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

const args = process.argv.slice(2);
const isComplete = args.includes('--complete');
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
const vitest = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...args.filter((arg) => arg !== '--complete'),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(redis && { TEST_REDIS_URL: redis.url }) } },
);
redis?.stop();

const counts = countTests();
rmSync(folder, { recursive: true });
if (isComplete && counts.skipped > 0) console.log(`${counts.skipped} tests were left out.`);
process.exitCode = counts.failed > 0 || (isComplete && counts.skipped > 0) ? 1 : 0;
console.log(
  `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);

function countTests() {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    // A file that cannot be loaded, or an error outside of tests, fails the run but no test.
    const failed = Math.max(result.numFailedTests, vitest.status === 0 ? 0 : 1);
    return { passed: result.numPassedTests, failed, skipped: result.numPendingTests + result.numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
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
