import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EngineCase, engineCases } from '../../testing/engine-arbitraries.ts';
import { casesOf } from '../../testing/long.ts';
import { compileConfiguration } from '../compile.ts';
import { decide } from '../decide.ts';
import type { Decision, ItemControl, ProfileSettings, UnroutableCode } from '../types.ts';
import { recommendedAction } from './recommended-action.ts';

const ANYTHING = { warehouses: 5, skus: 4, itemControl: true, policies: true, dates: true };
const PLENTY = 1000;

/** Carries out an advice. */
type CarriesOut = (given: EngineCase) => EngineCase;

/** By code, what its advice asks for. Null: others ship the order. */
const CARRIES_OUT: Readonly<Record<UnroutableCode, CarriesOut | null>> = {
  invalid_destination_zip: ({ configuration, input }) => ({
    configuration,
    input: { ...input, destination: { zip: '10001', lanes: configuration.warehouses.map(() => A_LANE) } },
  }),
  item_control_hold: withoutRules(['hold']),
  external_fulfillment: null,
  no_enabled_warehouse: ({ configuration, input }) => ({
    input,
    configuration: {
      ...configuration,
      warehouses: configuration.warehouses.map((each) => ({ ...each, enabled: true })),
    },
  }),
  no_inventory_available: withInventory,
  item_control_restricted: withoutRules(['restrict', 'exclude']),
  no_eligible_warehouse: ({ configuration, input }) => ({
    input,
    configuration: {
      ...configuration,
      profiles: configuration.profiles.map((each) => ({ ...each, warehouse_ids: null })),
    },
  }),
  no_capacity: ({ configuration, input }) => ({
    configuration,
    input: { ...input, departures: input.departures!.free },
  }),
  late_delivery_blocked: withSettings({ late_delivery: 'allow' }),
  max_transit_days_blocked: (given) =>
    withoutRules(['max_transit_days'])(
      withSettings({ max_transit_days: { mode: 'block', days: 365 } })(withLanes(given)),
    ),
  split_shipment_blocked: withSettings({ split_shipment: 'allow', max_shipments: null }),
  partial_shipment_blocked: withSettings({ partial_shipment: 'allow' }),
  minimum_shipment_value_blocked: withSettings({ minimum_shipment_value: { mode: 'block', value: 0 } }),
  insufficient_inventory: withInventory,
};

const A_LANE = { transit_days: 3, distance_miles: null, source: 'table' };

function withoutRules(rules: readonly ItemControl['rule'][]): CarriesOut {
  return ({ configuration, input }) => ({
    input,
    configuration: {
      ...configuration,
      item_controls: configuration.item_controls.filter(({ rule }) => !rules.includes(rule)),
    },
  });
}

function withSettings(settings: ProfileSettings): CarriesOut {
  return ({ configuration, input }) => ({
    input,
    configuration: {
      ...configuration,
      settings: { ...configuration.settings, ...settings } as typeof configuration.settings,
      profiles: configuration.profiles.map((each) => ({
        ...each,
        settings: { ...each.settings, ...settings },
      })),
    },
  });
}

function withLanes({ configuration, input }: EngineCase): EngineCase {
  const { destination } = input;
  if (destination === null) return { configuration, input };
  const lanes = configuration.warehouses.map((_, warehouse) => destination.lanes.at(warehouse) ?? A_LANE);
  return { configuration, input: { ...input, destination: { ...destination, lanes } } };
}

function withInventory({ configuration, input }: EngineCase): EngineCase {
  const plenty = configuration.warehouses.map(() => PLENTY);
  const availability = new Map(input.order.lines.map(({ sku }) => [sku, plenty]));
  return { configuration, input: { ...input, availability } };
}

const decided = ({ configuration, input }: EngineCase) =>
  decide(compileConfiguration(configuration), input).decision;

/** The codes that an advice is about: full warehouses and a rule may block an order together. */
function codesOf({ unroutable, blocked_anyway }: Decision): UnroutableCode[] {
  return [unroutable!, ...(blocked_anyway ? [`${blocked_anyway.rule}_blocked` as const] : [])];
}

it('what is recommended for a NONE comes true: its reason is gone, and an order that follows it again ships', () => {
  const seen = new Set<UnroutableCode>();
  let together = 0;
  fc.assert(
    fc.property(engineCases(ANYTHING), (first) => {
      let given = first;
      let decision = decided(given);
      const followed: UnroutableCode[] = [];
      while (decision.unroutable !== null) {
        expect(recommendedAction(decision)).toMatch(/^[A-Z].*\.$/);
        const codes = codesOf(decision);
        const carriesOut = codes.map((code) => CARRIES_OUT[code]);
        if (carriesOut.includes(null)) return;
        for (const code of codes) {
          expect(followed).not.toContain(code);
          followed.push(code);
          seen.add(code);
        }
        for (const carryOut of carriesOut) given = carryOut!(given);
        const wasFull = decision.unroutable === 'no_capacity';
        if (codes.length > 1) together++;
        decision = decided(given);
        if (wasFull && codes.length === 1) expect(decision.unroutable).toBeNull();
      }
    }),
    { numRuns: casesOf(4000, 2000) },
  );
  const expected = Object.entries(CARRIES_OUT).flatMap(([code, carriesOut]) => (carriesOut ? [code] : []));
  expect([...seen].sort()).toEqual(expected.sort());
  expect(together).toBeGreaterThan(0);
});
