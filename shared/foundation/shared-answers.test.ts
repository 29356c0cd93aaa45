import { setImmediate as eventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SharedAnswers } from './shared-answers.ts';

/** Questions that are answered one by one, in order. */
function asker() {
  const open: ((answer: number) => void)[] = [];
  const ask = () => new Promise<number>((resolve) => open.push(resolve));
  return { ask, asked: () => open.length, answer: (nth: number) => open[nth]!(nth) };
}

describe('SharedAnswers', () => {
  it('asks at once if a caller comes alone', async () => {
    const shared = new SharedAnswers<string, number>();
    const { ask, asked, answer } = asker();
    for (const nth of [0, 1]) {
      const alone = shared.get('a', ask);
      expect(asked()).toBe(nth + 1);
      answer(nth);
      expect(await alone).toBe(nth);
    }
  });

  it('asks once more for all who come while a question waits, and never gives them its answer', async () => {
    const shared = new SharedAnswers<string, number>();
    const { ask, asked, answer } = asker();
    const first = shared.get('a', ask);
    const others = [shared.get('a', ask), shared.get('a', ask)];
    await eventLoop();
    expect(asked()).toBe(1);
    answer(0);
    expect(await first).toBe(0);
    await eventLoop();
    expect(asked()).toBe(2);
    const late = shared.get('a', ask); // the second question may be too old for this caller
    await eventLoop();
    expect(asked()).toBe(2);
    answer(1);
    expect(await Promise.all(others)).toEqual([1, 1]);
    await eventLoop();
    expect(asked()).toBe(3);
    answer(2);
    expect(await late).toBe(2);
  });

  it('keeps questions apart, and fails those who shared the question only', async () => {
    const shared = new SharedAnswers<string, number>();
    const { ask, asked, answer } = asker();
    const failing = () => Promise.reject(new Error('no answer'));
    const first = shared.get('a', ask);
    const others = [shared.get('a', failing), shared.get('a', ask)];
    const other = shared.get('b', ask);
    expect(asked()).toBe(2);
    answer(0);
    answer(1);
    expect(await Promise.all([first, other])).toEqual([0, 1]);
    for (const each of others) await expect(each).rejects.toThrow('no answer');
    const after = shared.get('a', ask);
    expect(asked()).toBe(3);
    answer(2);
    expect(await after).toBe(2);
  });

  it('asks the next question after one that failed', async () => {
    const shared = new SharedAnswers<string, number>();
    const first = shared.get('a', () => Promise.reject(new Error('no answer')));
    const second = shared.get('a', async () => 7);
    await expect(first).rejects.toThrow('no answer');
    expect(await second).toBe(7);
  });
});
