import { Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeControls, shown, withoutControls } from './escape-controls.ts';
import { createPaint } from './look.ts';

/** A stream that keeps what it is given. */
function keeping(isTTY: boolean) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return {
    stream: Object.assign(stream, { isTTY, columns: 80 }),
    text: () => Buffer.concat(chunks).toString(),
  };
}

it('escapes what a terminal would obey, and leaves other text', () => {
  expect(escapeControls('SO-1\u001B[2J\u0007\u009B31m\u007F\u202E1\tok\r\nné 漢')).toBe(
    'SO-1\\u001b[2J\\u0007\\u009b31m\\u007f\\u202e1\tok\r\nné 漢',
  );
  expect(escapeControls('SO-1\r\u001B[KSO-2')).toBe('SO-1\\u000d\\u001b[KSO-2');
});

it('leaves the colours of the command and lines that change in place', () => {
  for (const level of [1, 2, 3] as const) {
    const { strong, faint, good, bad, warning, status } = createPaint(level);
    const text = strong('a') + faint('b') + good('c') + bad('d') + warning('e') + status('SPLIT');
    expect(escapeControls(text)).toBe(text);
  }
  expect(escapeControls('\r\u001B[K10 %')).toBe('\r\u001B[K10 %');
});

it('escapes in data also line ends and the colours of the command', () => {
  const { bad } = createPaint(1);
  expect(shown(`a\nb\r\nc\td ${bad('e')}\u2028\u202E é 漢`)).toBe(
    'a\\u000ab\\u000d\\u000ac\\u0009d \\u001b[31me\\u001b[39m\\u2028\\u202e é 漢',
  );
  const at = new Date(0);
  expect(shown({ names: ['a\n', null], at, count: 1 })).toEqual({ names: ['a\\u000a', null], at, count: 1 });
});

it('shows on a terminal no control of any bytes, however they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 30 })), async (chunks) => {
      const { stream, text } = keeping(true);
      const shown = withoutControls(stream);
      for (const chunk of chunks) shown.write(chunk);
      await new Promise<void>((resolve) => shown.end(resolve));
      expect(escapeControls(text())).toBe(text());
    }),
  );
});

it('writes to a file the bytes as they are', () => {
  const { stream } = keeping(false);
  expect(withoutControls(stream)).toBe(stream);
});
