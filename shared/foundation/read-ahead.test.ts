import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

/** Counts to `last`. Records in `log` each request for a number, and its end. */
async function* numbers(last: number, log: string[]) {
  try {
    for (let n = 1; n <= last; n++) {
      log.push(`asked ${n}`);
      await soon();
      yield n;
    }
  } finally {
    log.push('ended');
  }
}

describe('readAhead', () => {
  it('fetches one more than was taken, in order', async () => {
    const log: string[] = [];
    for await (const n of readAhead(numbers(3, log))) log.push(`took ${n}`);
    expect(log).toEqual(['asked 1', 'asked 2', 'took 1', 'asked 3', 'took 2', 'ended', 'took 3']);
  });

  it('ends its source when it is left early', async () => {
    const log: string[] = [];
    for await (const n of readAhead(numbers(3, log))) {
      log.push(`took ${n}`);
      break;
    }
    expect(log).toEqual(['asked 1', 'asked 2', 'took 1', 'ended']);
  });

  it('throws what its source throws, after what came before, and only if the caller asks for more', async () => {
    async function* failing() {
      yield 1;
      throw new Error('lost');
    }
    const taken: number[] = [];
    await expect(
      (async () => {
        for await (const n of readAhead(failing())) taken.push(n);
      })(),
    ).rejects.toThrow('lost');
    expect(taken).toEqual([1]);
    for await (const n of readAhead(failing())) {
      expect(n).toBe(1);
      break;
    }
    await soon();
  });
});
