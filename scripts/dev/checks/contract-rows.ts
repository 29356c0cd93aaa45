import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CONTRACT_ROWS, rowTitle } from '../../../api/test/contract/rows.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

/**
 * Prints each row of the tables of api/test/contract/rows.ts with the tests that name it. Fails if no test
 * names a row, or if a test names a row that does not exist:
 *
 *   npm run check contract-rows
 *
 * Vitest lists the tests, so that names from tables of tests are complete.
 */
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
const { stdout } = await promisify(execFile)(
  process.execPath,
  [vitest, 'list', '--json', '--project', 'int', join('api', 'test', 'contract')],
  { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 },
);
const listed: { readonly name: string }[] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
// A test's name comes after the names of its groups, separated by ' > '.
const tests = listed.map(({ name }) => name.slice(name.lastIndexOf(' > [') + 1).replace(/^> /, ''));

const named = CONTRACT_ROWS.map((row) => ({
  title: rowTitle(row),
  tests: tests.filter((test) => test.startsWith(rowTitle(row))),
}));
for (const { title, tests: found } of named) {
  console.log(title.slice(0, -1));
  for (const test of found) console.log(`    ${test.slice(title.length + 1)}`);
  if (found.length === 0) console.log('    NO TEST');
}

const empty = named.filter(({ tests: found }) => found.length === 0);
const strays = tests.filter(
  (test) => test.startsWith('[') && !named.some(({ title }) => test.startsWith(title)),
);
for (const stray of strays) console.log(`NO SUCH ROW: ${stray}`);
const total = named.reduce((sum, { tests: found }) => sum + found.length, 0);
console.log(`\n${named.length} rows, ${total} tests that name one, ${empty.length} rows without a test.`);
if (empty.length > 0 || strays.length > 0) process.exitCode = 1;
