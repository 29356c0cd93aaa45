import { Refused, type RoutingClient } from '@warehouse-routing/client';

/** Frees the units that the service has reserved for an order. One that it does not know has none. */
export function releaseOrder(client: RoutingClient, orderId: string): Promise<void> {
  const params = { path: { order_id: orderId } };
  return unlessUnknown(client.api.POST('/api/v1/orders/{order_id}/release', { params, body: {} }), [404]);
}

/** Says that all of an order has left. An order that was not routed, or has nothing reserved, has nothing to ship. */
export function shipOrder(client: RoutingClient, orderId: string): Promise<void> {
  const params = { path: { order_id: orderId } };
  return unlessUnknown(
    client.api.POST('/api/v1/orders/{order_id}/shipped', { params, body: {} }),
    [404, 409],
  );
}

async function unlessUnknown(call: Promise<unknown>, statuses: readonly number[]): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Refused && statuses.includes(error.status))) throw error;
  }
}
