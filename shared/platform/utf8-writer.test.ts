import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Writer } from './utf8-writer.ts';

describe('Utf8Writer', () => {
  it('gathers pieces as one UTF-8 text, however little was expected', () => {
    const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }));
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 100 }), (texts, expected) => {
        const writer = new Utf8Writer(expected);
        for (const text of texts) writer.write(text);
        expect(writer.bytes().toString('utf8')).toBe(texts.join(''));
      }),
    );
  });
});
