import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Charges } from './charges.ts';

it('forgets half of what was used in a second, and who used nothing for long', () => {
  let now = 0;
  const charges = new Charges<string>(() => now);
  charges.add('a', 800);
  now = 1000;
  expect(charges.of('a')).toBeCloseTo(400);
  now = 40_000;
  charges.add('b', 1);
  expect([charges.of('a'), charges.owners]).toEqual([0, 1]);
});

it('finds somebody over the share if anybody used much, and nobody who used less than the average', () => {
  const uses = fc.array(
    fc.record({ owner: fc.integer({ min: 0, max: 8 }), ms: fc.integer({ min: 0, max: 500 }) }),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(uses, (all) => {
      const charges = new Charges<number>(() => 0);
      for (const { owner, ms } of all) charges.add(owner, ms);
      const owners = [...new Set(all.map(({ owner }) => owner))];
      const used = owners.map((owner) => charges.of(owner));
      const average = used.reduce((sum, ms) => sum + ms, 0) / used.length;
      const over = owners.filter((owner) => charges.isOver(owner));
      expect(over.length > 0).toBe(Math.max(...used) >= 100);
      for (const owner of over) expect(charges.of(owner)).toBeGreaterThanOrEqual(average - 1e-9);
    }),
  );
});
