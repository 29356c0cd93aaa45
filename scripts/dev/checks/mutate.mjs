import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { withMutants } from './mutate/mutants.mjs';

/**
 * `npm run check mutate [-- part-of-a-file-name...]`: changes the engine's code in one place after the other and prints the changes
 * that no test notices. All mutants are in the code at once and are switched on one by one in a single process, so a mutant
 * needs no start of a process. Vitest only loads the files; mutate/tests.mjs runs the tests.
 */

const root = join(import.meta.dirname, '../../..');
const engine = join(root, 'shared/engine');
const names = process.argv.slice(2);

const files = new Map();
const mutants = [];
for (const name of readdirSync(engine)) {
  if (!/(?<!\.test)\.ts$/.test(name)) continue;
  const instrumented = withMutants(readFileSync(join(engine, name), 'utf8'), mutants.length);
  files.set(join(engine, name), instrumented.code);
  mutants.push(...instrumented.mutants.map((mutant) => ({ ...mutant, file: `shared/engine/${name}` })));
}
// All files get switches, because a mutant of one file may make a loop of another endless.
const wanted = mutants.filter(({ file }) => names.length === 0 || names.some((name) => file.includes(name)));

/** The functions behind the switches. All files share one state. */
const SWITCHES = `
const $s = (globalThis.$switches ??= {
  active: -1, seen: new Uint8Array(${mutants.length}), turns: 0, deadline: Infinity, resets: [],
});
const $m = (id) => { $s.seen[id] = 1; return $s.active === id; };
const $l = () => {
  if (++$s.turns % 256 === 0 && performance.now() > $s.deadline) throw new Error('A loop does not end.');
};
`;

const vitest = await startVitest(
  'test',
  [],
  {
    root,
    config: false,
    watch: false,
    include: ['scripts/dev/checks/mutate/tests.mjs'],
    reporters: [{ onTestModuleEnd: printErrors }],
    pool: 'forks',
    maxWorkers: 1,
    disableConsoleIntercept: true,
    testTimeout: 0,
    testNamePattern: '^mutants$',
    provide: { mutants: wanted },
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform: (_, id) => (files.has(id) ? { code: SWITCHES + files.get(id), map: null } : undefined),
      },
    ],
  },
);
for (const error of vitest.state.getUnhandledErrors()) console.error(error);
await vitest.close();

function printErrors(module) {
  for (const task of [module, ...module.children.allTests()]) {
    const errors = task.type === 'module' ? task.errors() : (task.result().errors ?? []);
    for (const { message } of errors) console.error(message);
  }
}
