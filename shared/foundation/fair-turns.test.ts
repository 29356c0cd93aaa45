import { describe, expect, it } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** Turns whose work begins as listed and goes on until it is ended. */
function watchedTurns(places: number) {
  const turns = new FairTurns<string>(places);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (key: string, name: string) =>
    turns.take(key, () => {
      begun.push(name);
      return new Promise<string>((end) => ends.set(name, () => end(name)));
    });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  return { turns, begun, take, end, settled };
}

describe('FairTurns', () => {
  it('go to keys by round robin, and of each to the oldest work', async () => {
    const { begun, take, end, settled } = watchedTurns(1);
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => take(name[0]!, name));
    await settled();
    for (let n = 0; n < all.length; n += 1) await end(begun[n]!);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  });

  it('leave half of the places to other keys', async () => {
    const { begun, take, end, settled } = watchedTurns(4);
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) => take(name[0]!, name));
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
    for (const name of ['b1', 'a1', 'c1', 'a2', 'c2', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'c2', 'a3']);
    await Promise.all(all);
  });

  it('end also if the work fails', async () => {
    const turns = new FairTurns<string>(1);
    await expect(turns.take('a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(await turns.take('a', async () => 'done')).toBe('done');
  });
});
