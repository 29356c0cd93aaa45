import events from 'node:events';
import fc from 'fast-check';
import { inject, it, TestRunner } from 'vitest';

/** The tests for mutate.mjs. They are loaded once, and then run against each mutant until one fails, the fastest first. */

// A test adds a listener each time it runs.
events.defaultMaxListeners = 0;
// The same cases for each mutant. One failure is enough.
fc.configureGlobal({ seed: 1, endOnFailure: true });
// Slow tests are left out if another test shows as much: the integer program, because another test tries every set.
const LEFT_OUT = /mixed-integer program/;
import.meta.glob(
  [
    '../../../../shared/engine/*.test.ts',
    '!../../../../shared/engine/decide.properties.test.ts',
    '../../../../shared/contracts/*/golden.test.ts',
  ],
  { eager: true },
);

/** A mutant may take longer than the engine, but not forever. */
const TIMES_LONGER = 5;
const AT_LEAST_MS = 1_000;

it('mutants', async ({ task }) => {
  const mutants = inject('mutants');
  const switches = globalThis.$switches;
  const tests = testsIn(task.file).filter((test) => test.task !== task && !LEFT_OUT.test(test.name));

  for (const test of tests) {
    switches.seen.fill(0);
    // Computes module values again, so that every test counts as reaching them.
    for (const reset of switches.resets) reset();
    const start = performance.now();
    const error = await failure(test.run);
    if (error !== null) throw new Error(`${test.name} fails without a mutant: ${error}`);
    test.took = performance.now() - start;
    test.reaches = switches.seen.slice();
  }
  tests.sort((left, right) => left.took - right.took);

  let survived = 0;
  for (const { id, file, line, original, mutated } of mutants) {
    switches.active = id;
    switches.deadline = Number.POSITIVE_INFINITY;
    for (const reset of switches.resets) reset();
    if (await isKilled(tests, id)) continue;
    survived++;
    console.log(`${file}:${line}${changed(original, mutated)}`);
  }
  const killed = mutants.length - survived;
  const score = ((100 * killed) / mutants.length).toFixed(1);
  console.log(`${mutants.length} mutants, ${killed} killed, ${survived} survived, score ${score} %`);
});

function testsIn(suite, path = '') {
  return suite.tasks.flatMap((task) => {
    const name = path === '' ? task.name : `${path} > ${task.name}`;
    return task.type === 'suite' ? testsIn(task, name) : [{ name, task, run: TestRunner.getTestFn(task) }];
  });
}

async function failure(run) {
  try {
    await run();
    return null;
  } catch (error) {
    return error;
  }
}

/** Whether one of the tests that reach a mutant fails under it. */
async function isKilled(tests, id) {
  const switches = globalThis.$switches;
  for (const { run, took, reaches } of tests) {
    if (reaches[id] === 0) continue;
    switches.deadline = performance.now() + TIMES_LONGER * took + AT_LEAST_MS;
    if ((await failure(run)) !== null) return true;
  }
  return false;
}

/** Both texts, one a line, from shortly before their first difference. */
function changed(original, mutated) {
  const [before, after] = [original, mutated].map((text) => text.replace(/\s+/g, ' '));
  let same = 0;
  while (same < after.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - 50);
  const shown = (text) => `${from > 0 ? '…' : ''}${text.slice(from, from + 130)}`;
  return `\n  - ${shown(before)}\n  + ${shown(after)}`;
}
