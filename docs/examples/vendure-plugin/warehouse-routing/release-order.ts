import { Refused, type RoutingClient } from '@warehouse-routing/client';

/** Frees the units that the service has reserved for an order. One that it does not know has none. */
export async function releaseOrder(client: RoutingClient, orderId: string): Promise<void> {
  const params = { path: { order_id: orderId } };
  try {
    await client.api.POST('/api/v1/orders/{order_id}/release', { params, body: {} });
  } catch (error) {
    if (!(error instanceof Refused && error.status === 404)) throw error;
  }
}
