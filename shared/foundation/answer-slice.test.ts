import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framed, type Slice, slicesOf } from './answer-slice.ts';

type Ask = readonly string[];

/** Writes one text of a part at a time. */
const oneByOne = async ([first = '', ...rest]: Ask): Promise<Slice<Ask>> => ({
  answer: Buffer.from(first),
  next: rest.length > 0 ? rest : null,
});

async function textOf(slices: AsyncIterable<string | Uint8Array>): Promise<string> {
  let text = '';
  for await (const slice of slices) text += slice.toString();
  return text;
}

describe('slicesOf', () => {
  it('gives all parts in order, however many slices each has', async () => {
    const part = fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(part), async (parts) => {
        expect(await textOf(slicesOf(oneByOne, parts))).toBe(parts.flat().join(''));
      }),
    );
  });

  it('writes no more than one part beyond what its caller has taken', async () => {
    const begun: string[] = [];
    const write = (ask: Ask) => {
      begun.push(ask[0]!);
      return oneByOne(ask);
    };
    const slices = slicesOf(write, [['a'], ['b'], ['c'], ['d']]);
    await slices.next();
    expect(begun).toEqual(['a', 'b']);
    await slices.next();
    expect(begun).toEqual(['a', 'b', 'c']);
    await slices.return(undefined);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('throws where a slice fails, after those before it', async () => {
    const write = async (ask: Ask) => {
      if (ask[0] === 'bad') throw new Error('no database');
      return oneByOne(ask);
    };
    const slices = slicesOf(write, [['a'], ['bad'], ['c']]);
    expect((await slices.next()).value).toEqual(Buffer.from('a'));
    await expect(slices.next()).rejects.toThrow('no database');
  });
});

describe('framed', () => {
  it('gives nothing before the first slice has bytes', async () => {
    const failing = (async function* () {
      yield Buffer.alloc(0);
      throw new Error('no database');
    })();
    await expect(framed({ head: 'head' }, failing).next()).rejects.toThrow('no database');
  });
});
