import type { CompiledProfile } from './compile.ts';
import { admittedWarehouses, type SkuRules, type WarehouseSet } from './item-rules.ts';
import { type Stock, stockOf } from './stock.ts';
import { type TransitLimit, transitLimitFor } from './transit-limit.ts';
import type { Availability, OrderLine } from './types.ts';

/** One SKU of an order, drop shipped or not. */
export interface RequestedSku {
  readonly sku: string;
  /** Units: the sum over the order's lines of the SKU. */
  readonly quantity: number;
  readonly rules: SkuRules | null;
}

/** One SKU that an order asks of the warehouses. */
export interface SkuDemand extends RequestedSku {
  readonly stock: Stock;
  /** Warehouses that Item Control leaves it, by index; null for all. */
  readonly admitted: WarehouseSet | null;
  readonly transitLimit: TransitLimit | null;
}

/** Up to here looking through what was found so far is faster than a Map. */
const FEW_LINES = 8;

/** The lines added up per SKU, in line order. */
export function requestedSkus(
  lines: readonly OrderLine[],
  rules: ReadonlyMap<string, SkuRules>,
): RequestedSku[] {
  if (lines.length <= FEW_LINES && areDistinct(lines)) {
    return lines.map(({ sku, quantity }) => ({ sku, quantity, rules: rules.get(sku) ?? null }));
  }
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of lines) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  const requested: RequestedSku[] = [];
  for (const [sku, quantity] of quantities) requested.push({ sku, quantity, rules: rules.get(sku) ?? null });
  return requested;
}

function areDistinct(lines: readonly OrderLine[]): boolean {
  for (let line = 1; line < lines.length; line++) {
    for (let earlier = 0; earlier < line; earlier++)
      if (lines[earlier]!.sku === lines[line]!.sku) return false;
  }
  return true;
}

/** For each line, the place of its SKU in a list of the lines' SKUs; -1 where that leaves it out. */
export function placesOfLines(lines: readonly OrderLine[], skus: readonly RequestedSku[]): number[] {
  // Most orders have a line or two, each of another SKU: then place and line are the same.
  if (lines.length === skus.length) return lines.map((_, line) => line);
  const places = new Map(skus.map(({ sku }, place) => [sku, place]));
  return lines.map(({ sku }) => places.get(sku) ?? -1);
}

/** What a requested SKU asks of the warehouses under a profile. */
export function skuDemand(
  { sku, quantity, rules }: RequestedSku,
  profile: CompiledProfile,
  availability: Availability | null,
): SkuDemand {
  const stock = stockOf(sku, profile.settings.use_inventory_availability, availability);
  return {
    sku,
    quantity,
    rules,
    stock,
    admitted: rules === null ? null : admittedWarehouses(rules, quantity, stock, profile.candidates),
    transitLimit: transitLimitFor(profile.transitLimit, rules?.maxTransitDays ?? null),
  };
}
