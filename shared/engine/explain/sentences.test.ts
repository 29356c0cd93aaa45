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
  const tooSlow = 'Warehouse 0, the preferred warehouse, is beyond the transit limit for';

  it('says that a destination ZIP of blanks is empty', () => {
    expect(unroutableSentence(factsOfCase({ invalid_zip: true }, '  '))).toBe(
      'The destination ZIP is empty.',
    );
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
