import type { Order, StockLocation, StockLocationStrategy } from '@vendure/core';
import type { Schemas } from '@warehouse-routing/client';

/** How the plugin reaches the service, and what it tells it of the shop. */
export interface WarehouseRoutingOptions {
  readonly url: string;
  /** A key of an account with Variant A: only it reserves units. */
  readonly apiKey: string;
  /** Allocates while the service is away or refuses an order. By default FirstLocationsStrategy. */
  readonly fallback?: StockLocationStrategy;
  /** The warehouse ID of a stock location, by default its name. Null: it is no warehouse of the service. */
  readonly warehouseOf?: (location: StockLocation) => string | null;
  /** Further fields of an order, for example `partner_id`, by which a routing profile is chosen. */
  readonly orderFields?: (order: Order) => Partial<Schemas['OrderInput']>;
  /** How long the payment of a customer waits for a decision. By default 3,000 ms. */
  readonly timeoutMs?: number;
}

/** The source of the plugin's lines in Vendure's log. */
export const loggerCtx = 'WarehouseRouting';

/** The warehouse ID of a stock location, or null. */
export const warehouseOf = ({ warehouseOf }: WarehouseRoutingOptions, location: StockLocation) =>
  warehouseOf === undefined ? location.name : warehouseOf(location);
