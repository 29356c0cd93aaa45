import { setTimeout as pause } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import {
  type EventBus,
  type ID,
  Logger,
  OrderStateTransitionEvent,
  type ProcessContext,
  ProductVariant,
  StockLevel,
  StockMovementEvent,
  type TransactionalConnection,
} from '@vendure/core';
import { createRoutingClient, Refused, type RoutingClient } from '@warehouse-routing/client';
import { In, IsNull } from 'typeorm';
import { loggerCtx, type WarehouseRoutingOptions, warehouseOf } from './options';
import { releaseOrder, shipOrder } from './order-ends';

/** Variants of one sync, and releases before it. */
const BATCH = 1000;
const RETRY_MS = 5000;

/**
 * Sends the service the units that are free (on hand, less allocated) of each variant whose stock has changed, releases
 * orders that were cancelled, and says which have shipped. What could not be sent waits until the service is back. At the start of a server all is sent,
 * so nothing is lost if the server ends before.
 */
export class StockPush implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly client: RoutingClient;
  private readonly variants = new Set<ID>();
  private readonly cancelled = new Set<string>();
  private readonly shipped = new Set<string>();
  private readonly stopping = new AbortController();
  private isPushing = false;

  constructor(
    private readonly options: WarehouseRoutingOptions,
    private readonly connection: TransactionalConnection,
    private readonly eventBus: EventBus,
    private readonly processContext: ProcessContext,
  ) {
    this.client = createRoutingClient(options.url, options.apiKey, { retries: 0 });
  }

  async onApplicationBootstrap(): Promise<void> {
    // Vendure calls these after the transaction of the change was committed.
    this.eventBus.ofType(StockMovementEvent).subscribe(({ stockMovements }) => {
      for (const { productVariant } of stockMovements) this.variants.add(productVariant.id);
      this.wake();
    });
    this.eventBus.ofType(OrderStateTransitionEvent).subscribe(({ toState, order }) => {
      if (toState === 'Cancelled') this.cancelled.add(order.code);
      else if (toState === 'Shipped') this.shipped.add(order.code);
      else return;
      this.wake();
    });
    if (!this.processContext.isServer) return;
    const all = await this.connection.rawConnection
      .getRepository(ProductVariant)
      .find({ select: { id: true }, where: { deletedAt: IsNull() }, loadEagerRelations: false });
    for (const { id } of all) this.variants.add(id);
    this.wake();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private wake(): void {
    if (!this.isPushing) void this.push();
  }

  private async push(): Promise<void> {
    const { signal } = this.stopping;
    this.isPushing = true;
    while (!signal.aborted && this.variants.size + this.cancelled.size + this.shipped.size > 0) {
      const orders = take(this.cancelled);
      const shipped = take(this.shipped);
      const variants = take(this.variants);
      try {
        for (const order of orders) await releaseOrder(this.client, order);
        for (const order of shipped) await shipOrder(this.client, order);
        await this.sync(variants);
      } catch (error) {
        const { message } = error as Error;
        if (error instanceof Refused) {
          Logger.error(`The service does not take the stock. ${message}`, loggerCtx);
          continue;
        }
        Logger.warn(`The stock is sent again in ${RETRY_MS / 1000} s. ${message}`, loggerCtx);
        for (const order of orders) this.cancelled.add(order);
        for (const order of shipped) this.shipped.add(order);
        for (const id of variants) this.variants.add(id);
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    this.isPushing = false;
  }

  private async sync(variants: readonly ID[]): Promise<void> {
    const levels = await this.connection.rawConnection.getRepository(StockLevel).find({
      where: { productVariantId: In([...variants]) },
      relations: { productVariant: true, stockLocation: true },
    });
    const inventory = levels.flatMap(({ productVariant, stockLocation, stockOnHand, stockAllocated }) => {
      const warehouse_id = warehouseOf(this.options, stockLocation);
      const quantity_available = Math.max(0, stockOnHand - stockAllocated);
      return warehouse_id === null ? [] : [{ sku: productVariant.sku, warehouse_id, quantity_available }];
    });
    if (inventory.length > 0) await this.client.api.POST('/api/v1/inventory', { body: { inventory } });
  }
}

/** Removes up to BATCH members of a set, and returns them. */
function take<T>(from: Set<T>): T[] {
  const taken = [...from].slice(0, BATCH);
  for (const each of taken) from.delete(each);
  return taken;
}
