import { describe, expect, it } from 'vitest';
import { presented } from '../../testing/decide-scenario.ts';
import { scenario } from '../../testing/scenario.ts';
import { variantA } from './present.ts';

describe('a result of Variant A', () => {
  it('carries nothing over from another order under the same configuration', () => {
    const near = scenario('near', { settings: { max_transit_days: { mode: 'warn', days: 3 } } });
    const { configuration } = near;
    const far = { ...scenario('far', { days: [4, 5, 6] }), configuration };
    const short = { ...scenario('short', { stock: { CHAIR: [0, 2, 0], LAMP: [0, 1, 0] } }), configuration };
    const unvalued = { ...scenario('unvalued', { lines: [['CHAIR', 2]] }), configuration };
    for (const each of [near, far, short, unvalued, near]) {
      const decided = presented(each);
      const alone = variantA.presentOrder({ configuration: structuredClone(configuration) }, decided);
      expect(variantA.presentOrder(each, decided)).toBe(alone);
    }
  });
});
