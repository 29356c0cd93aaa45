import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EngineCase, engineCases } from '../../testing/engine-arbitraries.ts';
import { aConfiguration, anInput, decided, type EngineChanges } from '../../testing/engine-builders.ts';
import { casesOf } from '../../testing/long.ts';
import { compileConfiguration } from '../compile.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../types.ts';
import { VERDICTS, type Verdict } from '../verdicts.ts';
import { alternativeSentence } from './alternatives.ts';
import { type Evidence, explain } from './explain.ts';
import { summaryOf } from './explain-summary.ts';
import type { Explanation } from './explanation.ts';
import { warehouseSentence } from './warehouse-sentence.ts';

interface Explained {
  readonly given: EngineCase;
  readonly decision: Decision;
  readonly explanation: Explanation;
  readonly reserved: ReadonlyMap<string, readonly number[]>;
}

/** Explains a case in which others have reserved up to two units of each SKU at each warehouse. */
function explained(given: EngineCase, changes: Partial<Evidence> = {}): Explained {
  const { order, destination, unit_values, availability, departures = null } = given.input;
  const compiled = compileConfiguration(given.configuration);
  const { decision } = decide(compiled, given.input);
  const reserved = new Map(
    [...(availability ?? [])].map(([sku, units]) => [sku, Array.from(units, (each, w) => (each + w) % 3)]),
  );
  const stock = availability && { available: availability, reserved };
  const evidence = { order, destination, stock, unit_values, departures, stock_as_seen: true, ...changes };
  return { given, decision, reserved, explanation: explain(compiled, decision, evidence) };
}

function builtCase(changes: EngineChanges): EngineCase {
  return { configuration: aConfiguration(changes), input: anInput(changes) };
}

/** Profiles have names that are no words of sentences. */
const CASES = engineCases({ warehouses: 5, skus: 6, itemControl: true, policies: true, dates: true }).map(
  ({ configuration, input }) => {
    const profiles = configuration.profiles.map((each) => ({ ...each, name: `Shop ${each.partner_id}` }));
    return { configuration: { ...configuration, profiles }, input };
  },
);

describe('every explanation', { timeout: 120_000 }, () => {
  it('has the numbers and lanes that the engine was given', () => {
    fc.assert(
      fc.property(CASES, (given) => {
        const { decision, explanation, reserved } = explained(given);
        const { configuration, input } = given;
        const requested = new Map<string, number>();
        for (const { sku, quantity } of input.order.lines)
          requested.set(sku, (requested.get(sku) ?? 0) + quantity);
        explanation.warehouses.forEach((each, position) => {
          const warehouse = decision.ranked[position]!;
          const { warehouse_id, warehouse_name } = configuration.warehouses[warehouse]!;
          const lane = input.destination!.lanes.at(warehouse) ?? null;
          expect(each).toMatchObject({
            rank: position + 1,
            warehouse_id,
            warehouse_name,
            transit_days: lane?.transit_days ?? null,
            distance_miles: lane?.distance_miles ?? null,
            lane_source: lane?.source ?? null,
          });
          const shipment = decision.shipments.find((shipped) => shipped.warehouse === warehouse);
          expect(each.chosen).toBe(shipment !== undefined);
          expect(each.lines.map(({ sku, requested_qty }) => [sku, requested_qty])).toEqual([...requested]);
          for (const { sku, ship_qty, available_qty, reserved_qty, safety_qty } of each.lines) {
            expect(ship_qty).toBe(shipment?.lines.find((line) => line.sku === sku)?.ship_qty ?? 0);
            if (available_qty === null) continue;
            expect(available_qty + (safety_qty ?? 0)).toBe(input.availability!.get(sku)![warehouse]);
            expect(reserved_qty).toBe(reserved.get(sku)![warehouse]);
          }
        });
      }),
      { numRuns: casesOf(500) },
    );
  });

  it('lists every warehouse once unless the ZIP is invalid, sums up in a few sentences, and knows what is reserved', () => {
    fc.assert(
      fc.property(CASES, (given) => {
        const { warehouses, left_out, summary } = explained(given).explanation;
        const sentences = summary.match(/[^.]+\.(?= |$)/g) ?? [];
        expect(sentences.join('')).toBe(summary);
        expect([1, 2, 3]).toContain(sentences.length);
        for (const { sentence, lines } of warehouses) {
          for (const { sku, reserved_qty } of lines) {
            if (reserved_qty !== null && reserved_qty > 0) expect(sentence).not.toContain(`no ${sku} `);
          }
        }
        const named = [...warehouses, ...left_out].map(({ warehouse_id }) => warehouse_id);
        expect(new Set(named).size).toBe(named.length);
        if (given.input.destination !== null)
          expect(named).toHaveLength(given.configuration.warehouses.length);
        else expect(warehouses).toEqual([]);
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('names in a sentence only numbers and names that are fields beside it, which it follows', () => {
    fc.assert(
      fc.property(CASES, (given) => {
        const { decision, explanation } = explained(given);
        const { summary, ...facts } = explanation;
        const names = namesOf(given);
        expectToFollow(summary, facts, names, (changed) => summaryOf(changed, decision));
        for (const { sentence, ...warehouse } of explanation.warehouses) {
          expectToFollow(sentence, warehouse, names, (changed) =>
            warehouseSentence(changed, sentence.includes('too late')),
          );
        }
        for (const { sentence, ...alternative } of explanation.alternatives) {
          const again = (changed: typeof alternative) =>
            alternativeSentence(changed, { units: 1, shipments: 1, rank_sum: 1 }, null);
          expectToFollow(sentence, alternative, names, again);
        }
      }),
      { numRuns: casesOf(400) },
    );
  });

  it('of an account with rates has the members for costs, whatever stopped the order', () => {
    const shape = { warehouses: 4, skus: 3, itemControl: true, policies: true, costs: true };
    fc.assert(
      fc.property(engineCases(shape), (given) => {
        const { explanation } = explained(given, { unit_weights: given.input.unit_weights! });
        expect(explanation).toHaveProperty('at_least_cost');
        for (const warehouse of explanation.warehouses) expect(warehouse).toHaveProperty('cost_alone');
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('comes to every verdict in some case', () => {
    const found = new Set<Verdict | null>();
    for (let seed = 1; seed <= 60 && found.size < VERDICTS.length; seed++) {
      for (const given of fc.sample(CASES, { numRuns: 100, seed }))
        for (const { verdict } of explained(given).explanation.warehouses) found.add(verdict);
    }
    expect([...found].sort()).toEqual([...VERDICTS].sort());
  });
});

describe('an explanation', () => {
  it('says that stock is reserved by earlier orders', () => {
    const given = builtCase({ stock: { A: [0, 3] }, lines: [['A', 2]] });
    const stock = { available: new Map([['A', [0, 3]]]), reserved: new Map([['A', [2, 0]]]) };
    const { summary, warehouses } = explained(given, { stock }).explanation;
    expect(warehouses[0]).toMatchObject({
      verdict: 'no_stock',
      lines: [{ available_qty: 0, reserved_qty: 2 }],
    });
    expect(warehouses[0]!.sentence).toBe(
      'Warehouse 0 cannot ship: all 2 units of A are reserved by earlier orders.',
    );
    expect(summary).toBe(
      'Warehouse 1 ships 2 units of A in 2 transit days. Warehouse 0, the preferred warehouse, cannot ship: ' +
        'all 2 units of A are reserved by earlier orders.',
    );
  });

  describe('with rates', () => {
    const kindsOf = (changes: EngineChanges) =>
      explained(builtCase({ unit_weight: 1, ...changes })).explanation.alternatives.map(
        ({ kind, warehouse_ids, cost }) => [kind, warehouse_ids, cost],
      );

    it('compares the route that is nearest first with the cheapest one and the one of the fewest shipments', () => {
      const changes = {
        settings: { prefer_full_shipment: false },
        lines: [['A', 2]] as const,
        stock: { A: [1, 2, 2] },
        prices: [[[9, 10]], [[9, 5]], [[9, 3]]] as const,
      };
      expect(kindsOf(changes)).toEqual([
        ['best_single', ['W1'], 500],
        ['cheapest', ['W2'], 300],
        ['fewest_shipments', ['W1'], 500],
      ]);
    });

    it('has the cheapest of the best single warehouses where the lowest cost is wanted', () => {
      const changes = {
        settings: { objective: 'lowest_cost' as const },
        lines: [['A', 3]] as const,
        stock: { A: [2, 2, 2] },
        prices: [[[9, 10]], [[9, 5]], [[9, 3]]] as const,
      };
      expect(kindsOf(changes)[0]).toEqual(['best_single', ['W2'], 300]);
      const alone = { ...changes, lines: [['A', 2]] as const };
      expect(kindsOf(alone)).toEqual([
        ['nearest_first', ['W0'], 1000],
        ['fewest_shipments', ['W0'], 1000],
      ]);
    });
  });

  it('of an order on hold has the bar on every line and no numbers', () => {
    const given = builtCase({
      lines: [
        ['A', 1],
        ['B', 1],
      ],
      rules: [{ sku: 'B', rule: 'hold' }],
    });
    const { summary, warehouses } = explained(given).explanation;
    expect(summary).toBe(
      'Nothing ships: a SKU is on hold. Review the order and lift the hold in Item Control.',
    );
    for (const each of warehouses) {
      const line = { available_qty: null, reserved_qty: null, ship_qty: 0, barred_by: 'hold' };
      expect(each).toMatchObject({ verdict: 'barred', could_ship_units: null, lines: [line, line] });
    }
  });

  it('of a decision older than what is kept has no numbers, and no verdict that would need them', () => {
    const given = builtCase({
      stock: { A: [0, 3, 1] },
      lines: [['A', 2]],
      rules: [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W2'] }],
    });
    const { explanation } = explained(given, { stock: null, stock_as_seen: false });
    expect(explanation).toMatchObject({ stock_as_seen: false, alternatives: [] });
    expect(explanation.warehouses).toMatchObject([
      { verdict: null, could_ship_units: null, lines: [{ available_qty: null, reserved_qty: null }] },
      { verdict: 'ships_all', could_ship_units: null, lines: [{ ship_qty: 2 }] },
      { verdict: 'barred', could_ship_units: null, lines: [{ barred_by: 'exclude' }] },
    ]);
  });
});

/** All that a case calls by a name, the longest first. */
function namesOf({ configuration, input }: EngineCase): string[] {
  const names = [
    ...configuration.warehouses.flatMap((each) => [each.warehouse_id, each.warehouse_name]),
    ...configuration.profiles.map(({ name }) => name),
    ...input.order.lines.map(({ sku }) => sku),
  ];
  return [...new Set(names)].sort((left, right) => right.length - left.length);
}

/**
 * Each number and name of a sentence is a field: with another value in that field, the sentence says that one, or does not
 * say this one any more.
 */
function expectToFollow<Facts>(
  sentence: string,
  facts: Facts,
  names: readonly string[],
  again: (facts: Facts) => string,
): void {
  let rest = sentence;
  const dates = sentence.match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  const said = [...names, ...dates].filter((name) => {
    const parts = rest.split(new RegExp(`\\b${name}\\b`));
    rest = parts.join(' ');
    return parts.length > 1;
  });
  const numbers = numbersIn(rest);
  const paths = leaves(facts);
  for (const value of [...said, ...new Set(numbers)]) {
    const holders = paths.filter((path) => at(facts, path) === value);
    const others = typeof value === 'number' ? [value + 1, value - 1, 987_654] : ['Elsewhere'];
    const follows = holders.some((path) =>
      others.some((other) => {
        const changed = again(replaced(facts, path, other));
        if (changed === sentence) return false;
        return changed.includes(String(other)) || !says(changed, value, names);
      }),
    );
    expect({ sentence, value, follows }).toEqual({ sentence, value, follows: true });
  }
}

function numbersIn(sentence: string): number[] {
  return [...sentence.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
}

/** Numbers within a name do not count. */
function says(sentence: string, value: string | number, names: readonly string[]): boolean {
  if (typeof value === 'string') return sentence.includes(value);
  return numbersIn(names.reduce((rest, name) => rest.replaceAll(name, ''), sentence)).includes(value);
}

type Path = readonly (string | number)[];

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

// biome-ignore lint/suspicious/noExplicitAny: walks whatever facts there are
const at = (facts: any, path: Path): unknown => path.reduce((inner, key) => inner?.[key], facts);

function replaced<Facts>(facts: Facts, path: Path, value: unknown): Facts {
  const copy = structuredClone(facts);
  // biome-ignore lint/suspicious/noExplicitAny: as above
  (at(copy, path.slice(0, -1)) as any)[path.at(-1)!] = value;
  return copy;
}

describe('a search that ended at its limit of work', () => {
  const said = (at_least_shipments: number | null) => {
    const changes = { lines: [['A', 3]] as [string, number][], stock: { A: [1, 1, 1] } };
    const decision = { ...decided(changes), budget_exhausted: true, at_least_shipments };
    const { order, destination, availability, unit_values } = anInput(changes);
    return explain(compileConfiguration(aConfiguration(changes)), decision, {
      order,
      destination,
      stock: { available: availability!, reserved: new Map() },
      unit_values,
      stock_as_seen: true,
    });
  };

  it.each([
    [2, '3 shipments; fewer than 2 is impossible, 2 was not ruled out.'],
    [3, '3 shipments, the fewest possible; warehouses that rank higher were not ruled out.'],
    [null, 'The search ended at its limit: a better route was not ruled out.'],
  ])('says what is proved: at least %s shipments', (at_least_shipments, sentence) => {
    const why = said(at_least_shipments);
    expect(why.search_complete).toBe(false);
    expect(why.at_least_shipments).toBe(at_least_shipments ?? undefined);
    expect(why.summary.endsWith(` ${sentence}`)).toBe(true);
  });
});
