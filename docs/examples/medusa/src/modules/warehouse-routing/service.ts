import {
  createRoutingClient,
  dataOf,
  Refused,
  type RoutingClient,
  type Schemas,
} from '@warehouse-routing/client';

export interface WarehouseRoutingOptions {
  readonly url: string;
  /** A key of an account with Variant A: only it reserves units. */
  readonly apiKey: string;
  /** How long a request may take. A checkout waits for two. By default 3,000 ms. */
  readonly timeoutMs?: number;
}

/** The units of a SKU that a location may promise. */
export interface FreeUnits {
  readonly sku: string;
  readonly inventory_item_id: string;
  readonly location_id: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
}

/** What has left a warehouse for an order. */
export interface Shipped {
  readonly order_id: string;
  readonly warehouse_id: string;
  readonly lines: { sku: string; quantity: number }[];
}

async function unlessRefused(call: Promise<unknown>, statuses: readonly number[]): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Refused && statuses.includes(error.status))) throw error;
  }
}

/** Rows of one sync. */
const BATCH = 5000;

/** The calls of the service, and what waits to be sent to it. */
export class WarehouseRouting {
  /** Whether all stock was sent since this server started. */
  hasSentAll = false;
  readonly itemsToSend = new Set<string>();
  readonly ordersToRelease = new Set<string>();
  readonly shipped = new Set<Shipped>();
  private readonly client: RoutingClient;

  constructor(
    _container: object,
    private readonly options: WarehouseRoutingOptions,
  ) {
    this.client = createRoutingClient(options.url, options.apiKey, { retries: 1 });
  }

  /** Routes an order, once for each ID. */
  async route(
    order: Schemas['OrderInput'] & { external_order_id: string },
  ): Promise<Schemas['OrderResultA']> {
    const params = { header: { 'idempotency-key': order.external_order_id } };
    const call = this.client.api.POST('/api/v1/orders/route', { params, body: order, signal: this.limit() });
    return ((await dataOf(call)) as Schemas['RoutingRunA']).results[0]!;
  }

  /** Frees the units that the service has reserved for an order. One that it does not know has none. */
  release(orderId: string): Promise<void> {
    const request = { params: { path: { order_id: orderId } }, body: {}, signal: this.limit() };
    return unlessRefused(this.client.api.POST('/api/v1/orders/{order_id}/release', request), [404]);
  }

  /** Says what has left of an order. What the service did not allocate so it cannot ship. */
  ship({ order_id, ...shipment }: Shipped): Promise<void> {
    const body = { shipments: [shipment] };
    const request = { params: { path: { order_id } }, body, signal: this.limit() };
    return unlessRefused(this.client.api.POST('/api/v1/orders/{order_id}/shipped', request), [404, 409]);
  }

  async sync(stock: readonly FreeUnits[]): Promise<void> {
    for (let at = 0; at < stock.length; at += BATCH) {
      const rows = stock.slice(at, at + BATCH);
      const body = {
        inventory: rows.map(({ sku, warehouse_id, quantity_available }) => ({
          ...{ sku, warehouse_id, quantity_available },
        })),
      };
      await this.client.api.POST('/api/v1/inventory', { body, signal: this.limit() });
    }
  }

  private limit(): AbortSignal {
    return AbortSignal.timeout(this.options.timeoutMs ?? 3000);
  }
}
