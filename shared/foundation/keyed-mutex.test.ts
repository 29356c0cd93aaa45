import { describe, expect, it, vi } from 'vitest';
import { KeyedMutex, WaitTimeout } from './keyed-mutex.ts';
import type { EndedTask } from './queue-throttle.ts';

describe('KeyedMutex', () => {
  it('runs the tasks of one key in order of arrival, also after one that failed', async () => {
    const mutex = new KeyedMutex<string>();
    const seen: number[] = [];
    const first = mutex.run('a', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(1);
      throw new Error('first fails');
    });
    const second = mutex.run('a', async () => void seen.push(2));
    await expect(first).rejects.toThrow('first fails');
    await second;
    expect(seen).toEqual([1, 2]);
  });

  it('does not hold up another key', async () => {
    const mutex = new KeyedMutex<string>();
    let release = (): void => undefined;
    const blocked = mutex.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    await expect(mutex.run('b', async () => 'b ran')).resolves.toBe('b ran');
    release();
    await blocked;
  });

  /** A task that runs until it is released. */
  function blockedTask() {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { run: () => released, release: () => release() };
  }

  it('refuses a task that waits longer than it may, and runs the ones behind it', async () => {
    const mutex = new KeyedMutex<string>(20);
    const first = blockedTask();
    const running = mutex.run('a', first.run);
    let ran = false;
    const late = mutex.run('a', async () => (ran = true));
    const patient = mutex.run('a', async () => 'patient', { waitMs: 60_000 });
    await expect(late).rejects.toThrow(WaitTimeout);
    first.release();
    await running;
    expect(await patient).toBe('patient');
    expect(ran).toBe(false);
    expect(await mutex.run('a', async () => 'free')).toBe('free');
  });

  it('lets a task leave the queue whose signal is aborted, before or meanwhile', async () => {
    const mutex = new KeyedMutex<string>();
    const first = blockedTask();
    const running = mutex.run('a', first.run);
    const leaving = new AbortController();
    let ran = false;
    const left = mutex.run('a', async () => (ran = true), { signal: leaving.signal });
    const next = mutex.run('a', async () => 'next');
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(mutex.run('b', async () => (ran = true), { signal: leaving.signal })).rejects.toThrow(
      'gone',
    );
    first.release();
    expect(await next).toBe('next');
    expect(ran).toBe(false);
    await running;
  });

  it('starts the next task of a key after the pause, and those of other keys at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const ended: [string, number][] = [];
      const pauseAfter = ({ key, waiting }: EndedTask<string>) => {
        ended.push([key, waiting]);
        return key === 'a' ? 30 : 0;
      };
      const mutex = new KeyedMutex<string>(1000, { pauseAfter });
      const seen: string[] = [];
      const note = (what: string) => async () => void seen.push(what);
      const first = blockedTask();
      const running = mutex.run('a', first.run);
      const second = mutex.run('a', note('second'));
      first.release();
      await running;
      const third = mutex.run('a', note('third')); // it comes in the pause
      await mutex.run('b', note('other'));
      await vi.advanceTimersByTimeAsync(29);
      expect(seen).toEqual(['other']);
      await vi.advanceTimersByTimeAsync(1);
      await second;
      expect(seen).toEqual(['other', 'second']);
      await vi.advanceTimersByTimeAsync(30);
      await third;
      await vi.advanceTimersByTimeAsync(30);
      await mutex.run('a', note('fourth')); // nobody waited, so it starts at once
      expect(seen).toEqual(['other', 'second', 'third', 'fourth']);
      expect(ended).toEqual([
        ['a', 1],
        ['b', 0],
        ['a', 1],
        ['a', 0],
        ['a', 0],
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives a task the rest of its time, and says whether it waited', async () => {
    const mutex = new KeyedMutex<string>(60_000);
    const first = blockedTask();
    const running = mutex.run('a', async (wait) => {
      await first.run();
      return wait;
    });
    const second = mutex.run('a', async (wait) => wait);
    await new Promise((resolve) => setTimeout(resolve, 5));
    first.release();
    expect(await running).toMatchObject({ waited: false, leftMs: 60_000 });
    const { waited, leftMs } = await second;
    expect(waited).toBe(true);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThan(60_000);
  });
});
