import { describe, expect, it } from 'vitest';
import { SignInQueue } from './sign-in.ts';

/** Checks that end when a test ends them. */
function checks() {
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const check = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const endNext = async () => {
    await settled();
    ends.shift()!();
    await settled();
  };
  return { check, started, ends, endNext, settled };
}

const stranger = (network: string, account = `someone at ${network}`) =>
  ({ account, network, isKnown: false }) as const;
const known = (network: string) => ({ account: `person of ${network}`, network, isKnown: true }) as const;

describe('SignInQueue', () => {
  it('runs one check at a time', async () => {
    const queue = new SignInQueue();
    const { check, started, ends, endNext, settled } = checks();
    const all = ['a', 'b', 'c'].map((network) => queue.run(stranger(network), check(network)));
    await settled();
    for (const name of ['a', 'b', 'c']) {
      expect(started.at(-1)).toBe(name);
      expect(ends).toHaveLength(1);
      await endNext();
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('has a few places for a network, so that its flood is refused and delays another by one check', async () => {
    const queue = new SignInQueue();
    const { check, started, endNext } = checks();
    const flood = Array.from({ length: 80 }, (_, nth) =>
      queue.run(stranger('flood', `account ${nth}`), check('flood')).catch((error) => error.code),
    );
    void queue.run(stranger('person'), check('person'));
    await endNext();
    expect(started).toEqual(['flood', 'person']);
    expect(await Promise.race([flood[79], 'waits'])).toBe('unavailable');
  });

  it('lets a person at a known network wait for two checks at most, however many networks of strangers wait', async () => {
    const queue = new SignInQueue();
    const { check, started, endNext } = checks();
    for (let nth = 0; nth < 1000; nth += 1) void queue.run(stranger(`network ${nth}`), check('stranger'));
    void queue.run(known('home'), check('person'));
    await endNext();
    await endNext();
    expect(started).toContain('person');
  });

  it('has a few places for an account, and others for those who know it', async () => {
    const queue = new SignInQueue();
    const { check, endNext, started } = checks();
    const { account } = known('home');
    const guesses = Array.from({ length: 80 }, (_, nth) =>
      queue.run(stranger(`network ${nth}`, account), check('guess')).catch((error) => error.code),
    );
    void queue.run(known('home'), check('person'));
    await endNext();
    await endNext();
    expect(started).toContain('person');
    expect(await Promise.race([guesses[79], 'waits'])).toBe('unavailable');
  });
});
