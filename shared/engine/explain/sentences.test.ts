import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { decideScenario } from '../../testing/decide-scenario.ts';
import { aConfiguration, anInput, decided, type EngineChanges } from '../../testing/engine-builders.ts';
import type { Scenario } from '../../testing/scenario.ts';
import { SCENARIOS } from '../../testing/scenarios.ts';
import { UNROUTABLE } from '../unroutable.ts';
import { itemControlSummary } from './item-control-sentences.ts';
import { blockedSentence, unvaluedSentence, warnedSentence } from './policy-sentences.ts';
import { recommendedAction } from './recommended-action.ts';
import { driverSentence, reasonSentence, type SentenceFacts, unroutableSentence } from './sentences.ts';

/** Properties take a second; a busy machine may need many times that. */
const SLOW_MACHINE_MS = 60_000;

describe('sentences', () => {
  it(
    'are whole for every decision: no hole, no blank, one full stop at the end',
    () => {
      const plainNames = fc.stringMatching(/^[A-Z][A-Z0-9]{0,6}$/);
      fc.assert(
        fc.property(arbitraryScenario(plainNames), (scenario) => {
          for (const sentence of sentencesOf(scenario)) {
            expect(sentence).not.toMatch(/undefined|null|NaN|Infinity|\[object| {2}|\( *\)|[:,] *\.|-\d/);
            expect(sentence).toMatch(/^\S.*[^.]\.$/s);
          }
        }),
        { numRuns: 150 },
      );
    },
    SLOW_MACHINE_MS,
  );

  it.each([
    ['full-from-preferred', 'Ships in full from Edison NJ, the preferred warehouse.'],
    ['full-from-another', 'Ships in full from Atlanta GA instead of Edison NJ, the preferred warehouse.'],
    ['split', 'Ships in full from 2 warehouses (Edison NJ and Atlanta GA).'],
    ['partial', 'Ships 2 of 3 units from Edison NJ; 1 unit not available.'],
    ['drop-ship-beside-full', 'Ships 2 of 3 units from Edison NJ; 1 unit fulfilled by a vendor.'],
    ['routing-only', 'Recommended to ship in full from Edison NJ, the preferred warehouse.'],
    ['hold', 'Not routed: a SKU is on hold.'],
  ])('give the reason of %s', (name, sentence) => {
    expect(reasonSentence(factsOf(name))).toBe(sentence);
  });

  it.each([
    ['full-from-preferred', 'Edison NJ ranks first and has every unit of the order.'],
    [
      'full-from-another',
      'Edison NJ, the preferred warehouse, cannot ship the order. ' +
        'SKU CHAIR is 1 unit short at Edison NJ: 2 needed, 1 available.',
    ],
    [
      'preferred-too-slow',
      'Edison NJ, the preferred warehouse, is beyond the transit limit for the order. ' +
        'Edison NJ takes 4 transit days; routes over 3 transit days are blocked.',
    ],
    ['exclude', 'Item Control keeps SKU LAMP from Edison NJ, the preferred warehouse.'],
    ['drop-ship-beside-full', 'Not every unit can ship. SKU LAMP is fulfilled by a vendor.'],
  ])('give the driver of %s', (name, sentence) => {
    expect(driverSentence(factsOf(name))).toBe(sentence);
  });

  it.each([
    ['invalid-zip', 'The destination ZIP 0X001 is not a valid US ZIP.'],
    ['empty-zip', 'The destination ZIP is empty.'],
    ['no-inventory', 'No enabled warehouse has a unit of SKUs CHAIR and LAMP.'],
    ['partial-blocked', 'The best route ships without 1 unit; partial shipments are blocked.'],
    [
      'minimum-value-blocked',
      'The shipment from Atlanta GA would be worth 40.00; less than 300.00 is blocked.',
    ],
    ['drop-ship-all', 'Fulfilled by a vendor, outside the warehouses: SKUs CHAIR and LAMP.'],
  ])('say why nothing ships of %s', (name, sentence) => {
    expect(unroutableSentence(factsOf(name))).toBe(sentence);
  });
});

describe('a sentence on an order that may ship only from some warehouses', () => {
  const ofProfile = { partner_id: 'partner', profiles: [{ name: 'Outlet', warehouse_ids: ['W0', 'W1'] }] };
  const stock = { A: [1, 1, 9] };
  const only = 'Only the warehouses of the Routing Profile Outlet may ship the order.';

  it('says so where units are missing', () => {
    const all = factsOfCase({ ...ofProfile, lines: [['A', 3]], stock });
    expect(reasonSentence(all)).toMatch(
      /1 unit not available in the warehouses of the Routing Profile Outlet\.$/,
    );
    expect(driverSentence(all)).toMatch(new RegExp(`1 available\\. ${only}$`));
  });

  it('says so where it takes a split, and where that is blocked', () => {
    const two = { ...ofProfile, lines: [['A', 2] as const], stock };
    expect(driverSentence(factsOfCase(two))).toMatch(new RegExp(`${only}$`));
    const blocked = factsOfCase({ ...two, settings: { split_shipment: 'block', partial_shipment: 'block' } });
    expect(unroutableSentence(blocked)).toBe(
      `The best route takes 2 shipments; more than 1 is blocked. ${only}`,
    );
  });

  it('says so where a SKU ships only whole', () => {
    const whole = {
      ...ofProfile,
      lines: [['A', 3] as const],
      stock,
      rules: [{ sku: 'A', rule: 'do_not_partial' } as const],
    };
    expect(unroutableSentence(factsOfCase(whole))).toMatch(new RegExp(`${only}$`));
  });

  it('says nothing of it where the profile leaves no enabled warehouse out', () => {
    const every = [{ name: 'Outlet', warehouse_ids: ['W0', 'W1', 'W2'] }];
    const all = factsOfCase({ ...ofProfile, profiles: every, lines: [['A', 30]], stock });
    expect(reasonSentence(all)).toMatch(/19 units not available\.$/);
    expect(driverSentence(all)).not.toContain('Only');
  });
});

it.each([
  ['no lane', [null], /^Add a transit lane/],
  ['a slow lane', [9], /^Raise the transit limit/],
])('a NONE for the transit limit over %s has an action that helps', (_, days, action) => {
  const decision = decided({ days, settings: { max_transit_days: { mode: 'block', days: 3 } } });
  expect(decision.unroutable).toBe('max_transit_days_blocked');
  expect(recommendedAction(decision)).toMatch(action);
});

describe('a sentence', () => {
  const priorities = [{ priority: 1 }, { priority: 2 }, { priority: 3 }];
  const limited = { ranking: 'priority', max_transit_days: { mode: 'block', days: 3 } } as const;
  const tooSlow = 'Warehouse 0, the preferred warehouse, is beyond the transit limit for';

  it('says that a destination ZIP of blanks is empty', () => {
    expect(unroutableSentence(factsOfCase({ invalid_zip: true }, '  '))).toBe(
      'The destination ZIP is empty.',
    );
  });

  it('adds up what is missing for one reason, over all SKUs', () => {
    const all = factsOfCase({
      lines: [
        ['A', 2],
        ['B', 3],
        ['D', 1],
      ],
      stock: { A: [1], B: [1] },
      rules: [{ sku: 'D', rule: 'drop_ship' }],
    });
    expect(reasonSentence(all)).toBe(
      'Ships 2 of 6 units from Warehouse 0; 3 units not available, 1 unit fulfilled by a vendor.',
    );
  });

  it('names no vendor SKU as one without inventory', () => {
    const lines: [string, number][] = [
      ['A', 1],
      ['D', 1],
    ];
    const all = factsOfCase({ lines, stock: { A: [0] }, rules: [{ sku: 'D', rule: 'drop_ship' }] });
    expect(unroutableSentence(all)).toBe('No enabled warehouse has a unit of SKU A.');
  });

  it('names of the SKUs with rules only those on hold as on hold', () => {
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    const rules = [{ sku: 'A', rule: 'hold' } as const, { sku: 'B', rule: 'do_not_split' } as const];
    expect(unroutableSentence(factsOfCase({ lines, rules }))).toBe('On hold for manual review: SKU A.');
  });

  it('on a preferred warehouse too slow ends there where nothing was blocked', () => {
    const all = factsOfCase({
      warehouses: priorities,
      days: [9, 1, 1],
      stock: { A: [0, 1, 0] },
      settings: limited,
    });
    expect(driverSentence(all)).toBe(`${tooSlow} the order.`);
  });

  it('on a preferred warehouse too slow ends there where another one was blocked', () => {
    const all = factsOfCase({
      warehouses: priorities,
      days: [9, 9, 1],
      stock: { A: [0, 1, 1] },
      settings: limited,
    });
    expect(all.decision.policy.blocked).toMatchObject({ warehouse: 1 });
    expect(driverSentence(all)).toBe(`${tooSlow} the order.`);
  });

  it('on a preferred warehouse too slow ends there where another rule blocked it', () => {
    const all = factsOfCase({
      warehouses: priorities,
      days: [2, 1, 1],
      lines: [
        ['A', 1, 1],
        ['B', 1, 1],
      ],
      stock: { A: [0, 1, 1], B: [1, 0, 1] },
      rules: [{ sku: 'A', rule: 'max_transit_days', days: 1 }],
      settings: {
        ranking: 'priority',
        prefer_full_shipment: false,
        minimum_shipment_value: { mode: 'block', value: 5 },
      },
    });
    expect(all.decision.policy.blocked).toMatchObject({ rule: 'minimum_shipment_value', warehouse: 0 });
    expect(driverSentence(all)).toBe(`${tooSlow} SKU A.`);
  });
});

describe('the summary of an Item Control rule', () => {
  it('names a warehouse by its id where the account has it no more', () => {
    const rule = { sku: 'A', note: null, rule: 'exclude', warehouse_ids: ['W9'] } as const;
    expect(itemControlSummary({ warehouses: [] }, rule)).toBe('Never ships from W9.');
  });
});

describe('recommended actions', () => {
  it('are one short sentence each', () => {
    for (const { recommended_action } of Object.values(UNROUTABLE)) {
      expect(recommended_action).toMatch(/^[A-Z][^.]{10,90}\.$/);
    }
  });
});

function factsOfCase(changes: EngineChanges, destination_zip = '10001'): SentenceFacts {
  const { lines } = anInput(changes).order;
  const order = { destination_zip, lines };
  return { configuration: aConfiguration(changes), order, decision: decided(changes) };
}

function factsOf(name: string): SentenceFacts {
  return factsOfScenario(SCENARIOS.find((scenario) => scenario.name === name)!);
}

function factsOfScenario(scenario: Scenario): SentenceFacts {
  return { ...scenario, decision: decideScenario(scenario) };
}

function sentencesOf(scenario: Scenario): string[] {
  const { configuration } = scenario;
  const all = factsOfScenario(scenario);
  const { warnings, blocked } = all.decision.policy;
  return [
    reasonSentence(all),
    driverSentence(all),
    unroutableSentence(all) ?? 'Routed.',
    ...warnings.map((finding) => warnedSentence(configuration, finding)),
    ...(blocked === null ? [] : [blockedSentence(configuration, blocked)]),
    ...all.decision.unvalued_skus.map(unvaluedSentence),
    ...configuration.item_controls.map((rule) => itemControlSummary(configuration, rule)),
  ];
}
