import { invariant } from '../invariant.ts';
import type { Configuration, ItemControl } from '../types.ts';
import { rulesSafety, type SafetyStock, warehouseSafety } from './safety-stock.ts';
import { type Stock, unitsAt } from './stock.ts';

/** The warehouses a rule lists: 1 at the index of each. */
export type WarehouseSet = Uint8Array;

/** All Item Control rules on one SKU, combined (docs/reference/settings.md). */
export interface SkuRules {
  /** Places in the configuration's item_controls, in file order. */
  readonly indexes: readonly number[];
  readonly hold: boolean;
  readonly dropShip: boolean;
  readonly doNotSplit: boolean;
  readonly doNotPartial: boolean;
  /** The smallest of its limits, in days. */
  readonly maxTransitDays: number | null;
  readonly preferred: WarehouseSet | null;
  readonly excluded: WarehouseSet | null;
  readonly restrictions: readonly Restriction[];
  /** What is kept back of the SKU; null: what is kept back of every SKU. */
  readonly safety: SafetyStock | null;
}

interface Restriction {
  readonly listed: WarehouseSet;
  readonly fallback: 'block' | 'allow';
}

/** So many SKUs are kept combined: what one takes depends on the warehouses, and there may be 100,000 rules. */
const MAX_COMBINED = 5000;

/** The rules of each SKU, combined when an order asks for it. */
export class ItemRules {
  readonly #configuration: Configuration;
  /** By SKU the place of its first rule, and by place that of the next rule of the SKU; -1: there is none. */
  readonly #first = new Map<string, number>();
  readonly #next: Int32Array;
  readonly #combined = new Map<string, SkuRules>();
  #places: ReadonlyMap<string, number> | undefined;

  constructor(configuration: Configuration) {
    const { item_controls } = configuration;
    this.#configuration = configuration;
    this.#next = new Int32Array(item_controls.length);
    for (let place = item_controls.length - 1; place >= 0; place--) {
      const { sku } = item_controls[place]!;
      this.#next[place] = this.#first.get(sku) ?? -1;
      this.#first.set(sku, place);
    }
  }

  /** Null: there are none. Throws if a rule names a warehouse that does not exist. */
  of(sku: string): SkuRules | null {
    // Most accounts have none: their orders are not looked up.
    const first = this.#next.length === 0 ? undefined : this.#first.get(sku);
    if (first === undefined) return null;
    let rules = this.#combined.get(sku);
    if (rules === undefined) {
      rules = this.#combine(first);
      if (this.#combined.size >= MAX_COMBINED) this.#combined.clear();
      this.#combined.set(sku, rules);
    }
    return rules;
  }

  #combine(first: number): SkuRules {
    const { warehouses, item_controls } = this.#configuration;
    this.#places ??= new Map(warehouses.map(({ warehouse_id }, index) => [warehouse_id, index]));
    const indexes: number[] = [];
    for (let place = first; place !== -1; place = this.#next[place]!) indexes.push(place);
    const controls = indexes.map((index) => item_controls[index]!);
    const safety = rulesSafety(controls, warehouseSafety(warehouses), this.#places);
    return { indexes, ...combined(controls, this.#places), safety };
  }
}

function combined(
  rules: readonly ItemControl[],
  places: ReadonlyMap<string, number>,
): Omit<SkuRules, 'indexes' | 'safety'> {
  const days: number[] = [];
  const preferred: string[] = [];
  const excluded: string[] = [];
  const restrictions: Restriction[] = [];
  for (const rule of rules) {
    if (rule.rule === 'max_transit_days') days.push(rule.days);
    else if (rule.rule === 'prefer') preferred.push(...rule.warehouse_ids);
    else if (rule.rule === 'exclude') excluded.push(...rule.warehouse_ids);
    else if (rule.rule === 'restrict') {
      restrictions.push({ listed: warehouseSet(rule.warehouse_ids, places), fallback: rule.fallback });
    }
  }
  const has = (name: ItemControl['rule']): boolean => rules.some(({ rule }) => rule === name);
  return {
    hold: has('hold'),
    dropShip: has('drop_ship'),
    doNotSplit: has('do_not_split'),
    doNotPartial: has('do_not_partial'),
    maxTransitDays: days.length === 0 ? null : Math.min(...days),
    preferred: has('prefer') ? warehouseSet(preferred, places) : null,
    excluded: has('exclude') ? warehouseSet(excluded, places) : null,
    restrictions,
  };
}

function warehouseSet(ids: readonly string[], places: ReadonlyMap<string, number>): WarehouseSet {
  const set = new Uint8Array(places.size);
  for (const id of ids) {
    const place = places.get(id);
    invariant(place !== undefined, `an Item Control rule names the unknown warehouse ${id}`);
    set[place] = 1;
  }
  return set;
}

/**
 * The warehouses, candidates or not, that restrictions and exclusions admit for a SKU, before any transit block; null
 * if they admit all. A restriction with fallback `allow` does not apply if the candidates that it lists, without the
 * excluded ones, have too little. Each restriction is checked by itself, and all must admit a warehouse.
 */
export function admittedWarehouses(
  rules: SkuRules,
  quantity: number,
  stock: Stock,
  candidates: readonly number[],
): WarehouseSet | null {
  const { excluded, restrictions } = rules;
  if (excluded === null && restrictions.length === 0) return null;
  const binding = bindingRestrictions(rules, quantity, stock, candidates);
  const length = excluded?.length ?? restrictions[0]!.listed.length;
  return Uint8Array.from({ length }, (_, warehouse) =>
    excluded?.[warehouse] !== 1 && binding.every(({ listed }) => listed[warehouse] === 1) ? 1 : 0,
  );
}

/** The restrictions that apply. */
export function bindingRestrictions(
  { excluded, restrictions, doNotSplit }: SkuRules,
  quantity: number,
  stock: Stock,
  candidates: readonly number[],
): readonly Restriction[] {
  return restrictions.filter(({ listed, fallback }) => {
    if (fallback === 'block') return true;
    const usable = candidates.filter((warehouse) => listed[warehouse] === 1 && excluded?.[warehouse] !== 1);
    const units = usable.map((warehouse) => unitsAt(stock, warehouse, quantity));
    const had = doNotSplit ? Math.max(0, ...units) : units.reduce((sum, each) => sum + each, 0);
    return had >= quantity;
  });
}

/** Whether a warehouse is in a set of admitted ones; null: all are. */
export function isAdmitted(admitted: WarehouseSet | null, warehouse: number): boolean {
  return admitted === null || admitted[warehouse] === 1;
}
