import { compileConfiguration } from '../engine/compile.ts';
import { decide } from '../engine/decide.ts';
import { money } from '../engine/money.ts';
import type { DecisionInput } from '../engine/rules/prepare-order.ts';
import type { PriceList } from '../engine/rules/price-list.ts';
import type { SearchBudget } from '../engine/search/order-effort.ts';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import type { Configuration, Decision, ItemControl, Profile, Settings, Warehouse } from '../engine/types.ts';

/** What differs from the usual case. Lists by warehouse are in the order of the warehouses. */
export interface EngineChanges {
  readonly settings?: Partial<Settings>;
  /** By default as many as `stock` or `days` has, or three: W0 is the nearest, W1 a day farther, and so on. */
  readonly warehouses?: readonly Partial<Warehouse>[];
  readonly profiles?: readonly Partial<Profile>[];
  readonly rules?: readonly RuleChanges[];
  /** `[sku, quantity, unit_value?]`. By default one unit of A. */
  readonly lines?: readonly (readonly [sku: string, quantity: number, unit_value?: number])[];
  /** Units by warehouse. A SKU that it does not have has none. By default each SKU has 100 everywhere. */
  readonly stock?: Readonly<Record<string, readonly number[]>>;
  /** Transit days by warehouse; null: no lane. */
  readonly days?: readonly (number | null)[];
  readonly miles?: readonly (number | null)[];
  /** Delivery days by warehouse; null: it has none. */
  readonly delivery?: readonly (number | null)[];
  readonly partner_id?: string;
  readonly synced_values?: Readonly<Record<string, number>>;
  /** By warehouse, `[max_weight, price]` by weight; null: no price. With them the account has rates. */
  readonly prices?: readonly (readonly (readonly [max_weight: number, price: number])[] | null)[];
  /** Of a unit of each SKU. */
  readonly unit_weight?: number;
  readonly split_penalty?: number;
  readonly invalid_zip?: true;
  /** The limit of a search. */
  readonly budget?: Partial<SearchBudget>;
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
/** An Item Control rule without its note. */
export type RuleChanges = DistributiveOmit<ItemControl, 'note'>;

/** The configuration of a case. */
export function aConfiguration(changes: EngineChanges): Configuration {
  const count = Object.values(changes.stock ?? {})[0]?.length ?? changes.days?.length ?? 3;
  const warehouses = changes.warehouses ?? Array.from({ length: count }, () => ({}));
  return {
    settings: { ...DEFAULT_SETTINGS, ...changes.settings },
    warehouses: warehouses.map((each, index) => ({
      warehouse_id: `W${index}`,
      warehouse_code: `C${index}`,
      warehouse_name: `Warehouse ${index}`,
      zip: '10001',
      enabled: true,
      priority: null,
      ...each,
    })),
    profiles: (changes.profiles ?? []).map((each) => ({
      partner_id: 'partner',
      name: 'Partner',
      enabled: true,
      settings: {},
      warehouse_ids: null,
      ...each,
    })),
    item_controls: (changes.rules ?? []).map((rule) => ({ ...rule, note: null })),
    ...(changes.prices && { rates: { currency: 'USD', zones: { by: 'table' } } }),
    ...(changes.split_penalty !== undefined && { split_penalty: changes.split_penalty }),
    ...(changes.unit_weight !== undefined && { default_unit_weight: changes.unit_weight }),
  };
}

/** The input of a case. */
export function anInput(changes: EngineChanges): DecisionInput {
  const { settings, warehouses } = aConfiguration(changes);
  const lines = changes.lines ?? [['A', 1] as const];
  const plenty = lines.map(([sku]) => [sku, warehouses.map(() => 100)] as const);
  const stock = changes.stock ?? Object.fromEntries(plenty);
  return {
    order: {
      partner_id: changes.partner_id ?? null,
      lines: lines.map(([sku, quantity, unit_value = null]) => ({ sku, quantity, unit_value })),
    },
    destination: changes.invalid_zip
      ? null
      : {
          zip: '10001',
          lanes: warehouses.map((_, index) => {
            const transit_days = changes.days === undefined ? index + 1 : (changes.days[index] ?? null);
            const distance_miles = changes.miles?.[index] ?? null;
            return transit_days === null ? null : { transit_days, distance_miles, source: 'table' };
          }),
          ...(changes.prices && { prices: changes.prices.map(priceList) }),
        },
    availability: settings.use_inventory_availability ? new Map(Object.entries(stock)) : null,
    unit_values: new Map(Object.entries(changes.synced_values ?? {})),
    ...(changes.delivery && {
      departures: {
        ...{ hasCalendar: true, ship: changes.delivery, delivery: changes.delivery, free: null },
        full: warehouses.map(() => false),
        next_place: warehouses.map(() => null),
      },
    }),
  };
}

function priceList(rows: readonly (readonly [max_weight: number, price: number])[] | null): PriceList | null {
  return (
    rows && {
      max_weights: rows.map(([weight]) => money(weight)),
      prices: rows.map(([, price]) => money(price)),
    }
  );
}

/** Decides a case. */
export function decided(changes: EngineChanges): Decision {
  return decide(compileConfiguration(aConfiguration(changes)), anInput(changes), changes.budget).decision;
}

/** The shipments as texts: `W0: 2 A, 1 B`. */
export function shipped({ shipments }: Decision): string[] {
  return shipments.map(
    ({ warehouse, lines }) =>
      `W${warehouse}: ${lines.map(({ sku, ship_qty }) => `${ship_qty} ${sku}`).join(', ')}`,
  );
}
