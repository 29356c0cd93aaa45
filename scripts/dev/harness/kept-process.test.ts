import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { KeptProcess } from './kept-process.ts';

const run = (script: string) => () => spawn(process.execPath, ['-e', script], { stdio: 'ignore' });

describe('a process that is kept', () => {
  it('is given up when it does not start, with its command and its exit code', async () => {
    let restarts = 0;
    const reason = await new Promise<Error>((onGivenUp) => {
      new KeptProcess(run('process.exit(3)'), () => (restarts += 1), {
        pauses: { first: 1, longest: 2 },
        failures: 4,
        onGivenUp,
      });
    });
    expect(reason.message).toMatch(/-e process\.exit\(3\) ended 4 times in a row, last with 3\.$/);
    expect(restarts).toBe(3);
  });

  it('waits longer before each start, up to a limit', async () => {
    const pauses: number[] = [];
    await new Promise((onGivenUp) => {
      new KeptProcess(run('process.exit(1)'), (_code, _signal, pauseMs) => pauses.push(pauseMs), {
        pauses: { first: 1, longest: 3 },
        failures: 5,
        onGivenUp,
      });
    });
    expect(pauses).toEqual([1, 2, 3, 3]);
  });

  it('is started again at once after a signal, however often', async () => {
    let restarted = () => {};
    const kept = new KeptProcess(
      run('setInterval(() => {}, 1000)'),
      (_code, signal, pauseMs) => {
        expect([signal, pauseMs]).toEqual(['SIGKILL', 0]);
        restarted();
      },
      { failures: 2 },
    );
    for (let strike = 0; strike < 3; strike += 1) {
      const before = kept.pid;
      const again = new Promise<void>((resolve) => {
        restarted = resolve;
      });
      kept.signal('SIGKILL');
      await again;
      await expect.poll(() => kept.pid).not.toBe(before);
    }
    await kept.end('SIGKILL');
  });
});
