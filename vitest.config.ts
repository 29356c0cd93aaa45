import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const INTEGRATION = ['**/*.int.test.ts', 'api/test/**/*.test.ts', 'worker/test/**/*.test.ts'];
const BROWSER = ['api/console/test/**/*.test.ts'];
/** Left out of `npm test`, run by `npm test -- --long`. */
const LONG = ['**/*.long.test.ts', '**/*.long.int.test.ts'];
/** Run by `npm test -- --nightly` only, so that CI ends within its time. */
const NIGHTLY = ['**/*.nightly.test.ts', '**/*.nightly.int.test.ts'];
const { TEST_LONG, TEST_NIGHTLY } = process.env;
const NEVER = [
  ...['**/node_modules/**', 'dist/**'],
  ...(TEST_LONG === '1' ? [] : LONG),
  ...(TEST_NIGHTLY === '1' ? [] : NIGHTLY),
];

const SET_SEED = 'shared/testing/property-seed.ts';
const WITH_SERVICES = [SET_SEED, 'shared/testing/cheap-passwords.ts'];

/** A limit only finds a test that hangs: machines differ in speed by more than ten times. */
const HANGS_AFTER = 600_000;
const COMMON = {
  /** Files of a project share processes: the sources are read and compiled once in each, not once a file. */
  isolate: false,
  testTimeout: HANGS_AFTER,
  hookTimeout: HANGS_AFTER,
  expect: { poll: { timeout: HANGS_AFTER / 4 } },
};

/** `unit` needs nothing but Node; `int` has PostgreSQL, one database a test file; `console`
 * has that, the built console and a browser. */
export default defineConfig({
  test: {
    // Tests wait for servers, browsers and child processes much of their time, so three files at once pay on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
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
          exclude: NEVER,
          globalSetup: ['shared/testing/global-setup.ts', 'api/console/test/build-console.ts'],
          setupFiles: WITH_SERVICES,
          ...COMMON,
        },
      },
    ],
  },
});
