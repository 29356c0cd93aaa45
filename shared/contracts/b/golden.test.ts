import { describe, expect, it } from 'vitest';
import { presented } from '../../testing/decide-scenario.ts';
import { goldenFolder, laidOut } from '../../testing/golden.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { variantB } from './present.ts';
import { orderResultB } from './schema.ts';

const golden = goldenFolder(new URL('golden/', import.meta.url));

describe('Variant B answers', () => {
  it.each(SCENARIOS)('are those of the golden file of $name', (scenario) => {
    const text = variantB.presentOrder(scenario, presented(scenario));
    const actual = laidOut(text);
    expect(actual).toBe(golden.expected(scenario.name, actual));
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
    expect(orderResultB.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  });

  it('have a golden file each and no other', () => {
    expect(golden.names().sort()).toEqual(SCENARIOS.map(({ name }) => name).sort());
  });
});
