import { GlobalFlag } from '@vendure/common/lib/generated-types';
import {
  Allocation,
  type ID,
  type Injector,
  type LocationWithQuantity,
  Logger,
  Order,
  OrderLine,
  type RequestContext,
  type StockLocation,
  TransactionSubscriber,
  TransactionSubscriberError,
} from '@vendure/core';
import { createRoutingClient, dataOf, type RoutingClient, type Schemas } from '@warehouse-routing/client';
import { FirstLocationsStrategy, takeUnits } from './first-locations-strategy';
import { loggerCtx, type WarehouseRoutingOptions, warehouseOf } from './options';
import { releaseOrder } from './order-ends';

/** Units of an order line at each warehouse. */
type UnitsByWarehouse = readonly { readonly warehouse: string; readonly units: number }[];
type Decision = ReadonlyMap<ID, UnitsByWarehouse>;

/**
 * Takes allocations from the service. Vendure asks line by line, and the service decides whole orders: so an order is
 * routed once, when its first line is asked for, and each line is given its part of that decision.
 */
export class RoutedStockLocationStrategy extends FirstLocationsStrategy {
  private readonly client: RoutingClient;
  private transactions!: TransactionSubscriber;

  constructor(private readonly options: WarehouseRoutingOptions) {
    super();
    this.client = createRoutingClient(options.url, options.apiKey, { retries: 1 });
  }

  override async init(injector: Injector): Promise<void> {
    await super.init(injector);
    this.transactions = injector.get(TransactionSubscriber);
    await this.options.fallback?.init?.(injector);
  }

  async destroy(): Promise<void> {
    await this.options.fallback?.destroy?.();
  }

  override async forAllocation(
    ctx: RequestContext,
    stockLocations: StockLocation[],
    orderLine: OrderLine,
    quantity: number,
  ): Promise<LocationWithQuantity[]> {
    const order = await this.orderOf(ctx, orderLine);
    let decision: Decision;
    try {
      decision = await this.decide(ctx, order, orderLine, quantity);
    } catch (error) {
      const { message } = error as Error;
      Logger.warn(
        `Order ${order.code}, line ${orderLine.id}: allocated by the fallback. ${message}`,
        loggerCtx,
      );
      return (
        this.options.fallback?.forAllocation(ctx, stockLocations, orderLine, quantity) ??
        super.forAllocation(ctx, stockLocations, orderLine, quantity)
      );
    }
    const decided = (decision.get(orderLine.id) ?? []).flatMap(({ warehouse, units }) => {
      const location = stockLocations.find((each) => warehouseOf(this.options, each) === warehouse);
      if (location) return [{ location, quantity: units }];
      Logger.error(`Order ${order.code}: no stock location is warehouse ${warehouse}.`, loggerCtx);
      return [];
    });
    return takeUnits(decided, quantity, decided[0]?.location ?? stockLocations[0]);
  }

  private async orderOf(ctx: RequestContext, { id }: OrderLine): Promise<Order> {
    const { order } = await this.connection
      .getRepository(ctx, OrderLine)
      .findOneOrFail({ where: { id }, relations: { order: true } });
    return this.connection
      .getRepository(ctx, Order)
      .findOneOrFail({ where: { id: order.id }, relations: { lines: { productVariant: true } } });
  }

  /** Units that are added to an order later are routed as an order of their own. */
  private async decide(
    ctx: RequestContext,
    order: Order,
    orderLine: OrderLine,
    quantity: number,
  ): Promise<Decision> {
    const earlier = await this.connection
      .getRepository(ctx, Allocation)
      .count({ where: { orderLine: { order: { id: order.id } } } });
    const orderId = earlier === 0 ? order.code : `${order.code}-${orderLine.id}-${earlier}`;
    const lines = earlier === 0 ? order.lines : order.lines.filter(({ id }) => id === orderLine.id);
    const wanted = lines.map((line) => ({ line, units: earlier === 0 ? line.quantity : quantity }));
    return this.requestContextCache.get(ctx, `${loggerCtx}.${orderId}`, () =>
      this.route(ctx, order, orderId, wanted),
    );
  }

  private async route(
    ctx: RequestContext,
    order: Order,
    orderId: string,
    wanted: readonly { readonly line: OrderLine; readonly units: number }[],
  ): Promise<Decision> {
    const { trackInventory } = await this.globalSettingsService.getSettings(ctx);
    const tracked = wanted.filter(
      ({ line: { productVariant: variant }, units }) =>
        units > 0 &&
        (variant.trackInventory === GlobalFlag.TRUE ||
          (variant.trackInventory === GlobalFlag.INHERIT && trackInventory)),
    );
    if (tracked.length === 0) return new Map();
    const body: Schemas['OrderInput'] = {
      ...this.options.orderFields?.(order),
      external_order_id: orderId,
      destination_zip: order.shippingAddress.postalCode ?? '',
      lines: tracked.map(({ line, units }) => ({ sku: line.productVariant.sku, quantity: units })),
    };
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? 3000);
    const { results } = (await dataOf(
      this.client.api.POST('/api/v1/orders/route', { body, signal }),
    )) as Schemas['RoutingRunA'];
    this.releaseAfterRollback(ctx, orderId);
    const { reason, shipments, unfulfilled_lines } = results[0]!;
    if (unfulfilled_lines.length > 0) {
      Logger.warn(`Order ${orderId}: the units that do not ship are back orders. ${reason}`, loggerCtx);
    }
    return share(tracked, shipments);
  }

  /** Vendure tries a change of an order in a transaction that it rolls back; so does a payment that fails. */
  private releaseAfterRollback(ctx: RequestContext, orderId: string): void {
    const { queryRunner } = this.connection.getRepository(ctx, Order).manager;
    if (!queryRunner?.isTransactionActive) return;
    void this.transactions
      .awaitRollback(queryRunner)
      .then(() => releaseOrder(this.client, orderId))
      .catch((error: Error) => {
        if (error instanceof TransactionSubscriberError) return;
        Logger.warn(`Order ${orderId} is reserved until stock is sent. ${error.message}`, loggerCtx);
      });
  }
}

/** Two lines may have one SKU, of which the service decides the sum: the first line is given its units first. */
function share(
  wanted: readonly { readonly line: OrderLine; readonly units: number }[],
  shipments: readonly Schemas['Shipment'][],
): Decision {
  const left = shipments.flatMap(({ selected_warehouse, lines }) =>
    lines.map(({ sku, ship_qty }) => ({ warehouse: selected_warehouse.warehouse_id, sku, units: ship_qty })),
  );
  return new Map(
    wanted.map(({ line, units }) => {
      let missing = units;
      const given = left
        .filter(({ sku }) => sku === line.productVariant.sku)
        .map((each) => {
          const taken = Math.min(missing, each.units);
          missing -= taken;
          each.units -= taken;
          return { warehouse: each.warehouse, units: taken };
        })
        .filter((each) => each.units > 0);
      return [line.id, given] as const;
    }),
  );
}
