import { describe, expect, it } from 'vitest';
import { presented } from '../../testing/decide-scenario.ts';
import { GOLDEN_SCENARIOS, goldenFolder, laidOut } from '../../testing/golden.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { variantB } from './present.ts';
import { orderResultB } from './schema.ts';

const golden = goldenFolder(new URL('golden/', import.meta.url));

describe('Variant B answers', () => {
  it.each(SCENARIOS)('have one form, which their schema describes: $name', (scenario) => {
    const text = variantB.presentOrder(scenario, presented(scenario));
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
    expect(orderResultB.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  });

  it.each(SCENARIOS.filter(({ name }) => GOLDEN_SCENARIOS.has(name)))(
    'are those of the golden file of $name',
    (scenario) => {
      const actual = laidOut(variantB.presentOrder(scenario, presented(scenario)));
      expect(actual).toBe(golden.expected(scenario.name, actual));
    },
  );

  it('have a golden file each and no other', () => {
    expect(golden.names().sort()).toEqual([...GOLDEN_SCENARIOS].sort());
  });
});
