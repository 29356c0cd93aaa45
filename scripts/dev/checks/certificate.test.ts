import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runLine, storedFloor, windowCertificate } from '../../../shared/engine/window/certificate.ts';
import { windowHead, windowLines } from '../../../shared/engine/window/facts.ts';
import { windowFloor } from '../../../shared/engine/window/floor.ts';
import { improveWindow } from '../../../shared/engine/window/improve.ts';
import type { Window } from '../../../shared/engine/window/window-order.ts';
import { casesOf } from '../../../shared/testing/long.ts';
import { windowCases } from '../../../shared/testing/window-cases.ts';
import { checkCertificate } from './certificate.mjs';

const SHAPE = {
  warehouses: 4,
  skus: 4,
  itemControl: true,
  policies: false,
  dates: true,
  costs: true,
  orders: 10,
};

interface Shipment {
  warehouse_id: string;
  transit_days: number | null;
  delivery_date?: string;
  cost?: string | null;
  lines: { sku: string; units: number }[];
}
type Line = Record<string, unknown> & {
  prices: Record<string, number>;
  cost_prices: Record<string, number>;
  costs: Record<string, number[]>;
  units: Record<string, number>;
  alone: Shipment[];
  final: Shipment[];
};

type Sums = Parameters<typeof runLine>[0];

function certificateOf(window: Window): Line[] {
  const order_ids = window.orders.map((_, index) => `SO-${index}`);
  const lines = windowLines(window, order_ids, improveWindow(window, 500_000));
  const head = windowHead(window);
  const found = windowFloor(lines, head);
  const [first, ...rest] = windowCertificate(lines, found, head);
  const cents = storedFloor(found).cost_floor;
  const run = runLine({
    ...(first as never as Sums),
    windows: 1,
    cost_floor: cents === undefined ? null : Number(cents) / 100,
  });
  // Numbers that JSON keeps.
  return [run, first!, ...rest].map((line) => JSON.parse(JSON.stringify(line)));
}

function faultsOf(lines: readonly object[]): string[] {
  return checkCertificate(lines.map((line) => JSON.stringify(line)).join('\n')).faults;
}

it('finds no fault in the certificate of any window', () => {
  fc.assert(
    fc.property(windowCases(SHAPE), ({ window }) => {
      expect(faultsOf(certificateOf(window))).toEqual([]);
    }),
    { numRuns: casesOf(300) },
  );
});

const orderOf = (lines: readonly Line[]) =>
  lines.find(({ type, final }) => type === 'order' && final.length > 0)!;

/** Plants a fault; returns what the check must say. */
const FAULTS: Readonly<Record<string, (lines: Line[]) => RegExp>> = {
  'a floor raised by one': ([, window]) => {
    window!.floor = (window!.floor as number) + 1;
    return /The floor of/;
  },
  'other prices': (lines) => {
    for (const { units, prices } of lines.filter(({ type }) => type === 'supply'))
      for (const id of Object.keys(units)) prices[id] = (prices[id] ?? 0) + 7_000_000;
    return /The prices give/;
  },
  'a negative price': (lines) => {
    lines.find(({ type }) => type === 'supply')!.prices.W0 = -1;
    return /is -1/;
  },
  'a unit too many': (lines) => {
    orderOf(lines).final[0]!.lines[0]!.units++;
    return /ships \d+ units of/;
  },
  'more units than there are': (lines) => {
    const { warehouse_id, lines: shipped } = orderOf(lines).final[0]!;
    lines.find(({ type, sku }) => type === 'supply' && sku === shipped[0]!.sku)!.units[warehouse_id] = 0;
    return /which has 0/;
  },
  'another warehouse': (lines) => {
    orderOf(lines).final[0]!.warehouse_id = 'elsewhere';
    return /may not ship it/;
  },
  'more shipments': (lines) => {
    const { final } = orderOf(lines);
    final.push(structuredClone(final[0]!));
    return /shipments instead of/;
  },
  'more days': (lines) => {
    lines[1]!.most_days_later = 0;
    for (const each of orderOf(lines).alone) each.transit_days = 1;
    const [first] = orderOf(lines).final;
    delete first!.delivery_date;
    first!.transit_days = 9;
    return /days later/;
  },
  'a higher cost': (lines) => {
    const { alone, final } = orderOf(lines);
    for (const each of [...alone, ...final]) each.cost = '100';
    final[0]!.cost = '1000';
    return /costs \d+ instead of/;
  },
  'other sums': ([run]) => {
    run!.shipments_after = 0;
    return /shipments_after is 0/;
  },
};

/** The same where all orders ship by lowest cost. */
const FAULTS_OF_COST: typeof FAULTS = {
  'a floor of cost raised by one': ([, window]) => {
    window!.cost_floor = (window!.cost_floor as number) + 1;
    return /not the cost_floor/;
  },
  'another floor of cost of the run': ([run]) => {
    run!.cost_floor_cents = (run!.cost_floor_cents as number) + 1;
    return /cost_floor_cents is/;
  },
  'other prices of cost': (lines) => {
    for (const { units, cost_prices } of lines.filter(({ type }) => type === 'supply'))
      for (const id of Object.keys(units)) cost_prices[id] = (cost_prices[id] ?? 0) + 7_000_000;
    return /not the cost_floor/;
  },
  'a line of cost that is too high': (lines) => {
    const { final, costs } = orderOf(lines);
    costs[final[0]!.warehouse_id]![0]! += 100_000_000;
    return /and at least/;
  },
};

const all = [
  ...Object.entries(FAULTS).map(([name, plant]) => ({ name, plant, isByCost: false })),
  ...Object.entries(FAULTS_OF_COST).map(([name, plant]) => ({ name, plant, isByCost: true })),
];

it.each(all)('finds $name', ({ plant, isByCost }) => {
  const shipping = windowCases({ ...SHAPE, dates: false, costs: isByCost }).filter(
    ({ window, decisions }) =>
      // Units are left, so that a price of all of them changes the floor.
      decisions.some(({ shipments }) =>
        shipments.some(({ lines }) =>
          lines.some(({ sku }) => Array.from(window.stock.get(sku) ?? []).some((units) => units > 0)),
        ),
      ) &&
      (!isByCost || window.orders.every(({ routed }) => routed.profile.isByCost)),
  );
  const [drawn] = fc.sample(shipping, { numRuns: 1, seed: 1 });
  const lines = certificateOf(drawn!.window);
  expect(faultsOf(lines)).toEqual([]);
  const said = plant(lines);
  expect(faultsOf(lines).join('\n')).toMatch(said);
});
