import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { counted, createTerminal, type TerminalStyle } from './terminal.ts';

/** A terminal, and what was written on it. */
function notedTerminal(style: TerminalStyle) {
  const written: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { terminal: createTerminal(out, style), text: () => written.join('') };
}

describe('a step', () => {
  it('is one line in a log, told when it is done', async () => {
    const { terminal, text } = notedTerminal({ colour: false, live: false });
    const result = await terminal.step(
      'Counting',
      async () => 3,
      (count) => `Counted ${count}`,
    );
    expect(result).toBe(3);
    expect(text()).toBe('  ✓ Counted 3\n');
  });

  it('is told while it goes on where a line can be written over', async () => {
    const { terminal, text } = notedTerminal({ colour: false, live: true });
    await terminal.step(
      'Counting',
      async () => 3,
      () => 'Counted',
    );
    const cleared = '\r\u001B[K';
    expect(text()).toBe(`${cleared}  ⠋ Counting …${cleared}  ✓ Counted\n`);
  });

  it('names what failed and throws the failure on', async () => {
    const { terminal, text } = notedTerminal({ colour: false, live: false });
    const failing = terminal.step(
      'Counting',
      () => Promise.reject(new Error('lost count')),
      () => '',
    );
    await expect(failing).rejects.toThrow('lost count');
    expect(text()).toBe('  ✗ Counting\n');
  });

  it('has escape sequences only in colour', async () => {
    const { terminal, text } = notedTerminal({ colour: true, live: false });
    terminal.heading('Counting');
    expect(text()).toBe('\n\u001B[1mCounting\u001B[22m\n\n');
  });
});

describe('counted', () => {
  it('names one of a thing and many', () => {
    expect([0, 1, 3000].map((count) => counted(count, 'order'))).toEqual([
      '0 orders',
      '1 order',
      '3,000 orders',
    ]);
  });
});
