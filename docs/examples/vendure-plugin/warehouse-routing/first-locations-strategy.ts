import {
  type ID,
  type Injector,
  idsAreEqual,
  type LocationWithQuantity,
  MultiChannelStockLocationStrategy,
  type OrderLine,
  type RequestContext,
  StockLevelService,
  type StockLocation,
} from '@vendure/core';
import { unitsOfLine } from './units-of-line';

/**
 * Allocates the quantity of an order line, no more and no less: from the first location that has all of it, or else from
 * the locations in their order. What is nowhere is a back order of the first location. Units are sold, released and
 * cancelled where the line has them.
 */
export class FirstLocationsStrategy extends MultiChannelStockLocationStrategy {
  protected stockLevels!: StockLevelService;

  override async init(injector: Injector): Promise<void> {
    await super.init(injector);
    this.stockLevels = injector.get(StockLevelService);
  }

  override async forAllocation(
    ctx: RequestContext,
    stockLocations: StockLocation[],
    { productVariantId }: OrderLine,
    quantity: number,
  ): Promise<LocationWithQuantity[]> {
    const levels = await this.stockLevels.getStockLevelsForVariant(ctx, productVariantId);
    const available = stockLocations.flatMap((location) => {
      const level = levels.find(({ stockLocationId }) => idsAreEqual(stockLocationId, location.id));
      return level ? [{ location, quantity: Math.max(0, level.stockOnHand - level.stockAllocated) }] : [];
    });
    const withAll = available.find((each) => each.quantity >= quantity);
    return takeUnits(withAll ? [withAll] : available, quantity, available[0]?.location ?? stockLocations[0]);
  }

  override async forRelease(
    ...[ctx, locations, line, quantity]: Parameters<MultiChannelStockLocationStrategy['forRelease']>
  ) {
    const { allocated } = await unitsOfLine(this.connection, ctx, line);
    return takeUnits(located(locations, allocated), quantity);
  }

  override async forSale(
    ...[ctx, locations, line, quantity]: Parameters<MultiChannelStockLocationStrategy['forSale']>
  ) {
    const { allocated } = await unitsOfLine(this.connection, ctx, line);
    return takeUnits(located(locations, allocated), quantity);
  }

  override async forCancellation(
    ...[ctx, locations, line, quantity]: Parameters<MultiChannelStockLocationStrategy['forCancellation']>
  ) {
    const { sold } = await unitsOfLine(this.connection, ctx, line);
    return takeUnits(located(locations, sold), quantity);
  }
}

/** Takes `quantity` units from what is there, in its order. The rest, if any, is taken at `restAt`. */
export function takeUnits(
  from: readonly LocationWithQuantity[],
  quantity: number,
  restAt?: StockLocation,
): LocationWithQuantity[] {
  const taken: LocationWithQuantity[] = [];
  let rest = quantity;
  for (const { location, quantity: there } of from) {
    const units = Math.min(rest, there);
    if (units > 0) taken.push({ location, quantity: units });
    rest -= units;
  }
  if (rest === 0 || restAt === undefined) return taken;
  const there = taken.find(({ location }) => idsAreEqual(location.id, restAt.id));
  if (there) there.quantity += rest;
  else taken.push({ location: restAt, quantity: rest });
  return taken;
}

function located(
  locations: readonly StockLocation[],
  units: ReadonlyMap<ID, number>,
): LocationWithQuantity[] {
  return [...units].flatMap(([id, quantity]) => {
    const location = locations.find((each) => idsAreEqual(each.id, id));
    return location ? [{ location, quantity }] : [];
  });
}
