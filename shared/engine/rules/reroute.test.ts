import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EngineCase, engineCases } from '../../testing/engine-arbitraries.ts';
import { compileConfiguration } from '../compile.ts';
import { decide } from '../decide.ts';
import { explain } from '../explain/explain.ts';
import type { Configuration, Decision, Profile } from '../types.ts';

const PARTNER = 'the order’s partner';
const cases = engineCases({ warehouses: 5, skus: 3, itemControl: true, policies: true });

/** The case with one profile, which the order follows. */
function withProfile({ configuration, input }: EngineCase, warehouse_ids: readonly string[] | null) {
  const profile: Profile = { partner_id: PARTNER, name: 'P', enabled: true, settings: {}, warehouse_ids };
  const only: Configuration = { ...configuration, profiles: [profile] };
  return {
    compiled: compileConfiguration(only),
    input: { ...input, order: { ...input.order, partner_id: PARTNER } },
  };
}

const routeOf = ({ status, ranked, allocations, unroutable, unfulfilled, policy, driver }: Decision) => ({
  status,
  ranked,
  allocations,
  unroutable,
  unfulfilled,
  policy,
  driver,
});

describe('a reroute', () => {
  it('decides as a profile does that has those of `only` that are not excluded', () => {
    fc.assert(
      fc.property(
        cases.chain((drawn) => {
          const ids = drawn.configuration.warehouses.map(({ warehouse_id }) => warehouse_id);
          return fc.record({
            drawn: fc.constant(drawn),
            ids: fc.constant(ids),
            exclude: fc.subarray(ids),
            only: fc.option(fc.subarray(ids)),
          });
        }),
        ({ drawn, ids, exclude, only }) => {
          const reroute = { exclude_warehouse_ids: exclude, only_warehouse_ids: only, note: null };
          const admitted = ids.filter((id) => (only ?? ids).includes(id) && !exclude.includes(id));
          const wide = withProfile(drawn, null);
          const narrow = withProfile(drawn, admitted);
          const rerouted = decide(wide.compiled, {
            ...wide.input,
            order: { ...wide.input.order, reroute },
          }).decision;
          expect(rerouted.reroute).toEqual(reroute);
          expect(routeOf(rerouted)).toEqual(routeOf(decide(narrow.compiled, narrow.input).decision));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('leaves out because of itself what is enabled and not admitted', () => {
    fc.assert(
      fc.property(cases, (drawn) => {
        const { compiled, input } = withProfile(drawn, null);
        const { warehouses } = drawn.configuration;
        const reroute = {
          exclude_warehouse_ids: [warehouses[0]!.warehouse_id],
          only_warehouse_ids: null,
          note: 'n',
        };
        const order = { ...input.order, reroute };
        const { decision } = decide(compiled, { ...input, order });
        const { destination, unit_values, availability } = input;
        const stock = availability && { available: availability, reserved: new Map() };
        const why = explain(compiled, decision, {
          order,
          destination,
          unit_values,
          stock,
          stock_as_seen: true,
        });
        expect(why.reroute).toEqual(reroute);
        expect(why.warehouses.map(({ warehouse_id }) => warehouse_id)).not.toContain(
          warehouses[0]!.warehouse_id,
        );
        const left = why.left_out.find(({ warehouse_id }) => warehouse_id === warehouses[0]!.warehouse_id);
        expect(left?.because).toBe(warehouses[0]!.enabled ? 'reroute' : 'disabled');
      }),
      { numRuns: 200 },
    );
  });
});
