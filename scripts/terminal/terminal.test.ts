import { describe, expect, it } from 'vitest';
import type { Screen } from './look.ts';
import { createTerminal } from './terminal.ts';

/** A terminal, and what was written on it. */
function notedTerminal(style: Omit<Screen, 'write'>) {
  const written: string[] = [];
  const terminal = createTerminal({ ...style, write: (text) => written.push(text) });
  return { terminal, text: () => written.join('') };
}

describe('a step', () => {
  it('is one line in a log, written when it is done', async () => {
    const { terminal, text } = notedTerminal({});
    const result = await terminal.step(
      'Counting',
      async () => 3,
      (count) => `Counted ${count}`,
    );
    expect(result).toBe(3);
    expect(text()).toBe('  ✓ Counted 3\n');
  });

  it('is shown while it goes on if a line can be written over', async () => {
    const { terminal, text } = notedTerminal({ isTTY: true });
    await terminal.step(
      'Counting',
      async () => 3,
      () => 'Counted',
    );
    const cleared = '\r\u001B[K';
    expect(text()).toBe(`${cleared}  ⠋ Counting …${cleared}  ✓ Counted\n`);
  });

  it('names what failed and throws the failure on', async () => {
    const { terminal, text } = notedTerminal({});
    const failing = terminal.step(
      'Counting',
      () => Promise.reject(new Error('lost count')),
      () => '',
    );
    await expect(failing).rejects.toThrow('lost count');
    expect(text()).toBe('  ✗ Counting\n');
  });

  it('has escape sequences only in colour', async () => {
    const { terminal, text } = notedTerminal({ isTTY: true, getColorDepth: () => 8 });
    terminal.heading('Counting');
    expect(text()).toBe('\n\u001B[1mCounting\u001B[22m\n\n');
    const plain = notedTerminal({ isTTY: true, getColorDepth: () => 1 });
    plain.terminal.heading('Counting');
    expect(plain.text()).toBe('\nCounting\n\n');
  });
});

describe('a sentence', () => {
  it('is wrapped between words where the terminal ends', () => {
    const { terminal, text } = notedTerminal({ isTTY: true, columns: 30 });
    terminal.sentence('Ships 10 from Joliet IL and 4 from Fort Worth TX.');
    expect(text()).toBe('  Ships 10 from Joliet IL and\n  4 from Fort Worth TX.\n');
  });
});
