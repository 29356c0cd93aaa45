import { describe, expect, it } from 'vitest';
import { presented } from '../testing/decide-scenario.ts';
import { GOLDEN_SCENARIOS, goldenFolder, laidOut } from '../testing/golden.ts';
import { SCENARIOS } from '../testing/scenarios.ts';
import { variantA } from './a/present.ts';
import { variantB } from './b/present.ts';

describe.each([
  ['A', variantA, goldenFolder(new URL('a/golden/', import.meta.url))],
  ['B', variantB, goldenFolder(new URL('b/golden/', import.meta.url))],
] as const)('Variant %s answers', (_, variant, golden) => {
  it.each(SCENARIOS.filter(({ name }) => GOLDEN_SCENARIOS.has(name)))(
    'are those of the golden file of $name',
    (scenario) => {
      const actual = laidOut(variant.presentOrder(scenario, presented(scenario)));
      expect(actual).toBe(golden.expected(scenario.name, actual));
    },
  );

  it('have a golden file each and no other', () => {
    expect(golden.names().sort()).toEqual([...GOLDEN_SCENARIOS].sort());
  });
});
