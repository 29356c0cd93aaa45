import { describe, expect, it } from 'vitest';
import { SignInQueue } from './sign-in-queue.ts';

/** Checks that end when a test ends them. */
function checks() {
  const underWay: { name: string; end: () => void }[] = [];
  const started: string[] = [];
  const check = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => underWay.push({ name, end: () => resolve(name) }));
  };
  const endNext = async () => {
    underWay.shift()!.end();
    await new Promise(setImmediate);
  };
  return { check, started, underWay, endNext };
}

describe('SignInQueue', () => {
  it('runs one check at a time', async () => {
    const queue = new SignInQueue();
    const { check, started, underWay, endNext } = checks();
    const all = ['a', 'b', 'c'].map((network) => queue.run(network, check(network)));
    await new Promise(setImmediate);
    for (const name of ['a', 'b', 'c']) {
      expect(started.at(-1)).toBe(name);
      expect(underWay).toHaveLength(1);
      await endNext();
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('gives a network one place, so that its flood delays another by one check', async () => {
    const queue = new SignInQueue();
    const { check, started, endNext } = checks();
    for (let n = 0; n < 100; n++) void queue.run('flood', check(`flood ${n}`));
    void queue.run('person', check('person'));
    await new Promise(setImmediate);
    await endNext();
    expect(started).toEqual(['flood 0', 'person']);
  });

  it('refuses at once when too many networks wait', async () => {
    const queue = new SignInQueue(1);
    const { check } = checks();
    void queue.run('a', check('a'));
    void queue.run('b', check('b'));
    await expect(queue.run('c', check('c'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
