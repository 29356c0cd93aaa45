import { describe, expect, it } from 'vitest';
import { AnswerMemory, giveBack, handOver } from './answer-memory.ts';

const MB = 1024 * 1024;

describe('AnswerMemory', () => {
  it('lends the same memory again, once its answer is sent', () => {
    const memory = new AnswerMemory();
    const first = memory.lend(2 * MB);
    expect(memory.lend(MB).buffer).toBe(first.buffer); // nobody has it yet
    expect(handOver(first)).toBe(true);
    const second = memory.lend(2 * MB);
    expect(second.buffer).not.toBe(first.buffer);
    second.fill(2);
    expect(first.includes(2)).toBe(false);
    giveBack(first.subarray(0, 10));
    expect(memory.lend(2 * MB).buffer).toBe(first.buffer);
  });

  it('has no part of an answer that is being sent written over, however many there are', () => {
    const memory = new AnswerMemory();
    const answers = Array.from({ length: 5 }, (_, n) => {
      const answer = memory.lend(2 * MB).fill(n);
      handOver(answer);
      return answer;
    });
    answers.forEach((answer, n) => {
      expect(answer.every((byte) => byte === n)).toBe(true);
    });
    expect(answers.map(({ buffer }) => buffer instanceof SharedArrayBuffer)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('takes more where an answer needs it, in place of what was too little', () => {
    const memory = new AnswerMemory();
    const small = memory.lend(2 * MB);
    const large = memory.lend(3 * MB);
    expect(large.length).toBe(3 * MB);
    handOver(large);
    expect(memory.lend(2 * MB).buffer).not.toBe(small.buffer);
  });

  it('leaves small answers and the largest to be moved', () => {
    const memory = new AnswerMemory();
    for (const bytes of [1000, 40 * MB]) {
      const answer = memory.lend(bytes);
      expect(answer.length).toBe(bytes);
      expect(handOver(answer)).toBe(false);
      giveBack(answer);
    }
  });
});
