import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, cutAnywhere } from '../../testing/chunks.ts';
import { type Line, readLines } from './lines.ts';

async function linesOf(chunks: readonly Buffer[], maxBytes = 1000): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const some of readLines(chunksOf(chunks), maxBytes)) lines.push(...some);
  return lines;
}

const texts = async (text: string) => (await linesOf([Buffer.from(text)])).map((line) => line.text);

describe('readLines', () => {
  it('ends lines at LF and CRLF, with or without one at the end', async () => {
    expect(await texts('a\nb\r\nc')).toEqual(['a', 'b', 'c']);
    expect(await texts('')).toEqual([]);
  });

  it('counts lines without a character and leaves them out', async () => {
    expect(await linesOf([Buffer.from('\na\n\n\r\n \n\n')])).toEqual([
      { number: 2, text: 'a', fault: null },
      { number: 5, text: ' ', fault: null },
    ]);
  });

  it('leaves out a byte order mark at the start only', async () => {
    expect(await texts('\uFEFFa\n\uFEFFb')).toEqual(['a', '\uFEFFb']);
  });

  it.each([
    ['little endian', (bytes: Buffer) => bytes],
    ['big endian', (bytes: Buffer) => bytes.swap16()],
  ])('reads UTF-16 with a byte order mark, %s, however it is cut', async (_order, ordered) => {
    const utf16 = ordered(Buffer.from('\uFEFFsku;é\r\n日本🚚;2\n', 'utf16le'));
    for (let size = 1; size <= utf16.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(utf16.length / size) }, (_, at) =>
        utf16.subarray(at * size, (at + 1) * size),
      );
      expect((await linesOf(chunks)).map(({ text }) => text)).toEqual(['sku;é', '日本🚚;2']);
    }
  });

  it('refuses UTF-16 with half a character', async () => {
    const broken = Buffer.from('\uFEFFa\ud83d', 'utf16le');
    await expect(linesOf([broken])).rejects.toThrow('body: is not valid UTF-16: save the file as UTF-8');
  });

  it('reads the same lines however the bytes are cut into chunks', async () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n\uFEFF]/g, ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line),
        fc.constantFrom('\n', '\r\n'),
        cutAnywhere,
        async (lines, end, cut) => {
          const read = await linesOf(cut(lines.map((text) => text + end).join('')));
          const numbered = lines.map((text, index) => ({ number: index + 1, text, fault: null }));
          expect(read).toEqual(numbered.filter(({ text }) => text !== ''));
        },
      ),
    );
  });

  it('keeps nothing of a line that is too long, and reads on after it', async () => {
    await fc.assert(
      fc.asyncProperty(cutAnywhere, async (cut) => {
        const read = await linesOf(cut(`12345678\n${'x'.repeat(9)}\nok\n${'y'.repeat(50)}`), 8);
        expect(read).toEqual([
          { number: 1, text: '12345678', fault: null },
          { number: 2, text: '', fault: 'is longer than 8 bytes' },
          { number: 3, text: 'ok', fault: null },
          { number: 4, text: '', fault: 'is longer than 8 bytes' },
        ]);
      }),
    );
  });

  it('finds the lines that are not UTF-8', async () => {
    const read = await linesOf([Buffer.from('ok\n'), Buffer.from([0xc3, 0x28, 0x0a]), Buffer.from('ü')]);
    expect(read.map(({ fault }) => fault)).toEqual([
      null,
      expect.stringMatching(/^is not valid UTF-8: save/),
      null,
    ]);
  });
});
