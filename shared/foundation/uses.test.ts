import { expect, it } from 'vitest';
import { currentUser, loopWorksFor, type User, workFor } from './uses.ts';

/** Holds the event loop, and returns for how long. */
function hold(ms: number): number {
  const began = performance.now();
  while (performance.now() - began < ms);
  return performance.now() - began;
}

function aUser(): User & { ms: number } {
  const user = {
    ms: 0,
    used: (ms: number) => {
      user.ms += ms;
    },
    away: <T>(wait: () => Promise<T>) => wait(),
  };
  return user;
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

// Another process may have the processor for a while.
it('charges each what it held the event loop, also in a turn that they share', { retry: 3 }, async () => {
  const [a, b] = [aUser(), aUser()];
  const held = { a: 0, b: 0 };
  for (let n = 0; n < 10; n++) {
    await turn();
    loopWorksFor(a);
    held.a += hold(3);
    loopWorksFor(b);
    held.b += hold(1);
    await null; // what goes on at once belongs to the same
    held.b += hold(1);
    await new Promise((resolve) => setTimeout(resolve, 5)); // idle
    loopWorksFor(null);
    hold(2); // of nobody
  }
  expect(a.ms).toBeGreaterThan(held.a * 0.5);
  expect(a.ms).toBeLessThan(held.a * 2);
  expect(b.ms).toBeGreaterThan(held.b * 0.5);
  expect(b.ms).toBeLessThan(held.b * 2);
});

it('knows for whom it works, whatever the work awaits', async () => {
  const user = aUser();
  await workFor(user, async () => {
    await turn();
    expect(currentUser()).toBe(user);
  });
  expect(currentUser()).toBeUndefined();
});
