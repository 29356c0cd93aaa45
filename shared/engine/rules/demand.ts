import type { Availability, OrderLine } from '../types.ts';
import { admittedWarehouses, type ItemRules, type SkuRules, type WarehouseSet } from './item-rules.ts';
import { FEW_LINES, haveOwnSkus } from './own-skus.ts';
import type { CompiledProfile } from './profile.ts';
import { type SafetyStock, withoutSafety } from './safety-stock.ts';
import { type Stock, stockOf } from './stock.ts';
import { type TransitLimit, transitLimitFor } from './transit-limit.ts';

/** One SKU of an order, drop shipped or not. */
export interface RequestedSku {
  readonly sku: string;
  /** Units: the sum over the order's lines of the SKU. */
  readonly quantity: number;
  readonly rules: SkuRules | null;
}

/** One SKU with what the warehouses have of it. */
export interface SkuDemand extends RequestedSku {
  readonly stock: Stock;
  /** Warehouses that Item Control admits for it, by index; null: all. */
  readonly admitted: WarehouseSet | null;
  readonly transitLimit: TransitLimit | null;
}

/** Where the demands of an order's SKUs come from. */
export interface DemandSource {
  readonly rules: ItemRules;
  readonly profile: CompiledProfile;
  readonly availability: Availability | null;
  readonly safety: SafetyStock | null;
}

/** The lines added up per SKU, in line order, with drop-ship SKUs. */
export function requestedSkus(lines: readonly OrderLine[], source: DemandSource): SkuDemand[] {
  if (haveOwnSkus(lines)) {
    const requested = new Array<SkuDemand>(lines.length);
    for (let line = 0; line < lines.length; line++) {
      const { sku, quantity } = lines[line]!;
      requested[line] = skuDemand(sku, quantity, source);
    }
    return requested;
  }
  const requested: SkuDemand[] = [];
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of lines) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  for (const [sku, quantity] of quantities) requested.push(skuDemand(sku, quantity, source));
  return requested;
}

function skuDemand(sku: string, quantity: number, source: DemandSource): SkuDemand {
  const { profile } = source;
  const rules = source.rules.of(sku);
  const all = stockOf(sku, profile.settings.use_inventory_availability, source.availability);
  const stock = source.safety === null ? all : withoutSafety(all, rules?.safety ?? source.safety);
  return {
    sku,
    quantity,
    rules,
    stock,
    admitted: rules === null ? null : admittedWarehouses(rules, quantity, stock, profile.candidates),
    transitLimit:
      rules === null ? profile.transitLimit : transitLimitFor(profile.transitLimit, rules.maxTransitDays),
  };
}

/** 0, 1, 2, …: in most orders each line has its own SKU, so a SKU's place is its line's. */
const OWN_PLACES: readonly (readonly number[])[] = Array.from({ length: FEW_LINES + 1 }, (_, lines) =>
  Array.from({ length: lines }, (_, line) => line),
);

/** For each line, the place of its SKU in a list of the lines' SKUs; -1 if the list leaves it out. */
export function placesOfLines(lines: readonly OrderLine[], skus: readonly RequestedSku[]): readonly number[] {
  if (lines.length === skus.length) return OWN_PLACES[lines.length] ?? lines.map((_, line) => line);
  const places = new Map(skus.map(({ sku }, place) => [sku, place]));
  return lines.map(({ sku }) => places.get(sku) ?? -1);
}
