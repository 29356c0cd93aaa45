import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compiled } from '../../../../shared/testing/compiled.ts';
import { QUEUE_KINDS } from '../../harness/service.ts';

const run = promisify(execFile);

const CASES = QUEUE_KINDS.flatMap((backend) => [
  { what: 'stock stays true', scenario: 'stock', backend },
  { what: 'orders that are improved together are decided once', scenario: 'window', backend },
]);

it.each(CASES)('$what whatever is killed, with the queue in $backend', async ({ scenario, backend }) => {
  const seed = String(randomInt(1_000_000));
  const options = ['--scenario', scenario, '--backend', backend, '--seed', seed];
  // Fails with the output, which has the seed, if anything was wrong.
  const { stdout } = await run(process.execPath, [compiled('scripts/dev/checks/faults'), ...options]);
  expect(stdout).toContain(`, 0 faults, seed ${seed}`);
});
