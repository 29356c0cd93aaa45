import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

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
});
