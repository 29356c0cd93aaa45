import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const INTEGRATION = ['**/*.int.test.ts', 'api/test/**/*.test.ts', 'worker/test/**/*.test.ts'];
const BROWSER = ['api/console/test/**/*.test.ts'];
const NEVER = ['**/node_modules/**', 'dist/**'];

const SET_SEED = 'shared/testing/property-seed.ts';
const WITH_SERVICES = [
  SET_SEED,
  'shared/testing/cheap-passwords.ts',
  'shared/testing/statements/record-origins.ts',
];

/** A limit only finds a test that hangs: machines differ in speed by more than ten times. */
const HANGS_AFTER = 300_000;
const COMMON = {
  env: { PROPERTY_SEED: process.env.PROPERTY_SEED ?? seedOfCommit() },
  /** Files of a project share processes: the sources are read and compiled once in each, not once a file. */
  isolate: false,
  testTimeout: HANGS_AFTER,
  hookTimeout: HANGS_AFTER,
  expect: { poll: { timeout: HANGS_AFTER / 2 } },
};

/**
 * What properties are tried with: other cases for each commit, and the same ones whenever that commit is tested again.
 * Empty, which is a random one, where there is no commit.
 */
function seedOfCommit(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return String(Number.parseInt(commit.slice(0, 7), 16));
  } catch {
    return '';
  }
}

/** `unit` needs nothing but Node; `int` has PostgreSQL, one database a test file; `console`
 * has that, the built console and a browser. */
export default defineConfig({
  test: {
    // Tests wait for servers, browsers and child processes much of their time, so two files at once pay on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...NEVER, ...INTEGRATION, ...BROWSER],
          setupFiles: [SET_SEED],
          ...COMMON,
        },
      },
      {
        test: {
          name: 'int',
          include: INTEGRATION,
          exclude: NEVER,
          globalSetup: ['shared/testing/global-setup.ts'],
          setupFiles: WITH_SERVICES,
          ...COMMON,
        },
      },
      {
        test: {
          name: 'console',
          include: BROWSER,
          globalSetup: ['shared/testing/global-setup.ts', 'api/console/test/build-console.ts'],
          setupFiles: WITH_SERVICES,
          ...COMMON,
        },
      },
    ],
  },
});
