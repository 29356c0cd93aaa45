import { describe, expect, it } from 'vitest';
import { atOnce } from '../../foundation/steps.ts';
import { presented } from '../../testing/decide-scenario.ts';
import { type Scenario, scenario } from '../../testing/scenario.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { variantA } from './present.ts';
import { runResponseA } from './schema.ts';

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

describe('a run of Variant A', () => {
  it('wraps the results of a run in request order', () => {
    const [{ configuration }] = SCENARIOS as [Scenario];
    const decisions = SCENARIOS.filter((each) => each.configuration.profiles.length === 0)
      .filter((each) => each.configuration.item_controls.length === 0)
      .map((each, index) => presented(each, index + 1));
    const run = {
      routing_run_id: 7,
      client_run_number: 3,
      client_id: 2,
      status: 'completed' as const,
      orders_considered: decisions.length,
      orders_routed: decisions.length,
      full_count: 1,
      split_count: 2,
      partial_count: 3,
      partial_split_count: 4,
      none_count: 5,
    };
    const variant = { configuration, contract_variant: 'A' as const };
    const text = atOnce(variantA.presentRun({ run, configuration: variant, decisions })).toString();
    const results = decisions.map((decided) => JSON.parse(variantA.presentOrder({ configuration }, decided)));
    expect(text).toBe(JSON.stringify({ ...run, results }));
    expect(runResponseA.parse(JSON.parse(text))).toEqual({ ...run, results });
  });
});
