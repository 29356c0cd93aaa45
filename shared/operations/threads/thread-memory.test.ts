import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const LIMIT_OF_A_THREAD = `
  import { heapLimits } from './shared/operations/threads/thread-memory.ts';
  import { Worker } from 'node:worker_threads';
  const program = "require('worker_threads').parentPort.postMessage(require('v8').getHeapStatistics().heap_size_limit)";
  new Worker(program, { eval: true, execArgv: [], resourceLimits: heapLimits({ oldMb: 100, youngMb: 12 }) })
    .on('message', (bytes) => console.log(bytes / 1024 / 1024));
`;

it('gives threads limits of their own, whatever the process was started with', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=1024',
    '--import=tsx',
    '--input-type=module',
    '--eval',
    LIMIT_OF_A_THREAD,
  ]);
  expect(Number(stdout)).toBe(112);
});
