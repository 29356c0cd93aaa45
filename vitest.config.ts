import { defineConfig } from 'vitest/config';

const INTEGRATION = ['**/*.int.test.ts', 'api/test/**/*.test.ts', 'worker/test/**/*.test.ts'];
const BROWSER = ['api/console/test/**/*.test.ts'];
const NEVER = ['**/node_modules/**', 'dist/**'];

/** A limit only tells a test that hangs: machines differ in speed by more than ten times. */
const HANGS_AFTER = 300_000;
const LIMITS = {
  testTimeout: HANGS_AFTER,
  hookTimeout: HANGS_AFTER,
  expect: { poll: { timeout: HANGS_AFTER / 2 } },
};

/** `unit` needs nothing but Node; `int` has PostgreSQL, one database a test file; `console`
 * has that, the built console and a browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...NEVER, ...INTEGRATION, ...BROWSER],
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'int',
          include: INTEGRATION,
          exclude: NEVER,
          globalSetup: ['shared/testing/global-setup.ts'],
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'console',
          include: BROWSER,
          globalSetup: ['shared/testing/global-setup.ts', 'api/console/test/build-console.ts'],
          ...LIMITS,
        },
      },
    ],
  },
});
