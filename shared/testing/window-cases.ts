import fc from 'fast-check';
import { compileConfiguration } from '../engine/compile.ts';
import { decide } from '../engine/decide.ts';
import type { Departures } from '../engine/rules/departures.ts';
import type { DecisionInput } from '../engine/rules/prepare-order.ts';
import type { Decision } from '../engine/types.ts';
import { orderAlone } from '../engine/window/order-alone.ts';
import { slotKey } from '../engine/window/resources.ts';
import type { OrderAlone, Window } from '../engine/window/window-order.ts';
import { type CaseShape, type EngineCase, engineCases, FIRST_DAY } from './engine-arbitraries.ts';
import { aConfiguration, anInput, type EngineChanges } from './engine-builders.ts';

const CELLS = 24;

/** A window whose orders are decided one by one. */
export interface WindowCase {
  readonly window: Window;
  readonly order_ids: readonly string[];
  readonly decisions: readonly Decision[];
  /** The same orders, decided after another request took so many units of each pair, or slots, as far as there are any. */
  afterTaking(units: readonly number[]): Omit<WindowCase, 'afterTaking'>;
}

/**
 * Windows of up to so many orders for a few SKUs, each to a place of its own, under one configuration. `hasSlots`: warehouses
 * have few slots a day.
 */
export function windowCases(
  shape: CaseShape & { readonly orders: number; readonly most?: number; readonly hasSlots?: boolean },
): fc.Arbitrary<WindowCase> {
  const { orders, most = 2, hasSlots = false } = shape;
  const other = fc.record({
    // Mostly alike, so that an order may ship from elsewhere and arrive no later.
    days: fc.array(fc.constantFrom(2, 2, 2, 2, 1, 3), {
      minLength: shape.warehouses,
      maxLength: shape.warehouses,
    }),
    partner_id: fc.option(fc.constantFrom('one', 'two', 'three')),
    lines: fc.uniqueArray(
      fc.record({
        sku: fc.nat(shape.skus - 2).map((sku) => `SKU-${sku}`),
        quantity: fc.integer({ min: 1, max: most }),
        unit_value: fc.option(fc.constantFrom(0, 1.2345, 2.5, 9.99)),
      }),
      { minLength: 1, maxLength: 3, selector: ({ sku }) => sku },
    ),
    isNext: fc.boolean(),
    leaves: fc.nat(1),
  });
  return fc
    .record({
      first: engineCases(shape).filter(isLarge(shape)),
      others: fc.array(other, { minLength: orders / 2, maxLength: orders }),
      most_days_later: fc.constantFrom(0, 0, 0, 1, null),
      // Few units, so that orders take from one another what they need.
      few: fc.array(fc.constantFrom(0, 0, 1, 1, 2, 3), { minLength: CELLS, maxLength: CELLS }),
      slots: fc.array(fc.constantFrom(0, 1, 2, 2, 3, 4), { minLength: CELLS, maxLength: CELLS }),
    })
    .map(({ first: { configuration, input }, others, most_days_later, few, slots }) => {
      const compiled = compileConfiguration(configuration);
      const stockAfter = (taken: readonly number[]) =>
        new Map(
          [...(input.availability ?? [])].map(([sku, units], index) => [
            sku,
            Array.from(units, (_, warehouse) => {
              const cell = (index * shape.warehouses + warehouse) % CELLS;
              return Math.max(0, few[cell]! - (taken[cell] ?? 0));
            }),
          ]),
        );
      const decideAfter = (taken: readonly number[]) => {
        const stock = stockAfter(taken);
        const warehouses = [...configuration.warehouses.keys()];
        const slotsLeft = new Map(
          (hasSlots ? warehouses : []).flatMap((warehouse) =>
            [0, 1].map((day) => {
              const cell = (2 * warehouse + day) % CELLS;
              return [slotKey(warehouse, day), Math.max(0, slots[cell]! - (taken[cell] ?? 0))] as const;
            }),
          ),
        );
        const alone: OrderAlone[] = [];
        const order_ids: string[] = [];
        const decisions: Decision[] = [];
        let group = 0;
        for (const [index, { days, partner_id, lines, isNext, leaves }] of others.entries()) {
          if (isNext) group++;
          const order: DecisionInput = {
            ...input,
            order: { ...input.order, partner_id, lines },
            availability: input.availability && stock,
            ...(input.departures && { departures: mostlyAlike(input.departures) }),
            destination: input.destination && {
              ...input.destination,
              lanes: configuration.warehouses.map((_, warehouse) => {
                const lane = input.destination!.lanes.at(warehouse) ?? null;
                return lane && { ...lane, transit_days: days[warehouse]! };
              }),
            },
            ...(hasSlots && {
              departures: withFull(
                input.departures && mostlyAlike(input.departures),
                (warehouse) => slotsLeft.get(slotKey(warehouse, leaves)) === 0,
                warehouses,
              ),
            }),
          };
          const { decision } = decide(compiled, order);
          const seen = orderAlone(compiled, order, decision, group);
          for (const { warehouse, lines: shipped } of decision.shipments) {
            for (const { sku, ship_qty } of shipped)
              if (stock.has(sku)) stock.get(sku)![warehouse]! -= ship_qty;
            const key = slotKey(warehouse, leaves);
            if (hasSlots) slotsLeft.set(key, slotsLeft.get(key)! - 1);
          }
          if (seen === null) continue;
          alone.push(hasSlots ? { ...seen, slot_days: warehouses.map(() => leaves) } : seen);
          order_ids.push(`SO-${index}`);
          decisions.push(decision);
        }
        const window = { compiled, orders: alone, stock, slots: slotsLeft, most_days_later };
        return { window, order_ids, decisions };
      };
      return { ...decideAfter([]), afterTaking: decideAfter };
    });
}

/** The window of orders that differ in their lines, or more, decided one by one. They are named SO-0, SO-1, and so on. */
export function aWindow(
  changes: EngineChanges,
  orders: readonly EngineChanges[],
): Omit<WindowCase, 'afterTaking'> {
  const compiled = compileConfiguration(aConfiguration(changes));
  const stock = new Map(Object.entries(changes.stock ?? {}).map(([sku, units]) => [sku, [...units]]));
  const inputs = orders.map((order) => ({ ...anInput({ ...changes, ...order }), availability: stock }));
  const decisions: Decision[] = [];
  const alone = inputs.map((input): OrderAlone => {
    const { decision } = decide(compiled, input);
    const seen = orderAlone(compiled, input, decision, 0)!;
    decisions.push(decision);
    for (const { warehouse, lines } of decision.shipments)
      for (const { sku, ship_qty } of lines) stock.get(sku)![warehouse]! -= ship_qty;
    return seen;
  });
  const window = { compiled, orders: alone, stock, slots: new Map(), most_days_later: 0 };
  return { window, order_ids: orders.map((_, index) => `SO-${index}`), decisions };
}

/** Departures of which most have the same delivery day, so that an order may ship from elsewhere and arrive no later. */
function mostlyAlike(departures: Departures): Departures {
  const { delivery, free } = departures;
  const alike = (day: number) => FIRST_DAY + Math.floor((day - FIRST_DAY) / 4);
  return {
    ...departures,
    delivery: delivery.map((day) => (day === null ? null : alike(day))),
    free: free && mostlyAlike(free),
  };
}

/** Departures as they are when some warehouses are full. */
function withFull(
  departures: Departures | null | undefined,
  isFull: (warehouse: number) => boolean,
  warehouses: readonly number[],
): Departures {
  const none = () => warehouses.map(() => null);
  const free = departures?.free ??
    departures ?? {
      ...{ hasCalendar: false, ship: none(), delivery: none(), next_place: none(), free: null },
      full: warehouses.map(() => false),
    };
  const full = warehouses.map(isFull);
  return full.includes(true) ? { ...free, full, free } : free;
}

/** Small cases have nothing to exchange. */
function isLarge({ warehouses, skus }: CaseShape) {
  return ({ configuration, input: { availability, destination } }: EngineCase): boolean =>
    destination !== null &&
    configuration.warehouses.length >= warehouses - 1 &&
    (availability === null || availability.size >= skus - 1);
}
