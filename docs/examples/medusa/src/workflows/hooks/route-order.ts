import type { InventoryTypes, MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import { StepResponse } from '@medusajs/framework/workflows-sdk';
import {
  completeCartWorkflow,
  createReservationsWorkflow,
  deleteReservationsWorkflow,
} from '@medusajs/medusa/core-flows';
import type { WarehouseRouting } from '../../modules/warehouse-routing/service';
import { inTurn, readStock } from '../../modules/warehouse-routing/stock';

/** Medusa calls this hook when a cart has become an order. Its types do not name it. */
const { orderCreated } = completeCartWorkflow.hooks as unknown as {
  orderCreated(
    invoke: (input: { order_id: string }, step: { container: MedusaContainer }) => Promise<unknown>,
    compensate: (orderId: string, step: { container: MedusaContainer }) => Promise<void>,
  ): void;
};

orderCreated(
  async ({ order_id }, { container }) => {
    const decision = await inTurn(container, () => routeOrder(container, order_id)).catch(
      ({ message }: Error) => {
        container.resolve('logger').warn(`Order ${order_id} stays where Medusa has reserved it. ${message}`);
        routingOf(container).ordersToRelease.add(order_id);
        return { status: 'FALLBACK', reason: message };
      },
    );
    const orders = container.resolve(Modules.ORDER);
    const { metadata } = await orders.retrieveOrder(order_id, { select: ['metadata'] });
    await orders.updateOrders(order_id, { metadata: { ...metadata, warehouse_routing: decision } });
    return new StepResponse(undefined, order_id);
  },
  async (orderId, { container }) => {
    const { reservations } = await readOrder(container, orderId);
    const ids = reservations.map(({ id }) => id);
    await deleteReservationsWorkflow(container).run({ input: { ids } });
    routingOf(container).ordersToRelease.add(orderId);
  },
);

const routingOf = (container: MedusaContainer) => container.resolve<WarehouseRouting>('warehouse_routing');

async function readOrder(container: MedusaContainer, id: string) {
  const fields = ['items.id', 'shipping_address.postal_code'];
  const { data } = await container
    .resolve('query')
    .graph({ entity: 'order', fields, filters: { id } }, { throwIfKeyNotFound: true });
  const { items, shipping_address } = data[0]!;
  const line_item_id = items!.map((line: { id: string }) => line.id);
  const inventory = container.resolve(Modules.INVENTORY);
  return {
    zip: shipping_address?.postal_code ?? '',
    reservations: await inventory.listReservationItems({ line_item_id }, { take: null }),
  };
}

/** Routes the units that Medusa has reserved for an order, and moves them to where they ship from. */
async function routeOrder(container: MedusaContainer, orderId: string) {
  const { zip, reservations } = await readOrder(container, orderId);
  const itemIds = new Set(reservations.map(({ inventory_item_id }) => inventory_item_id));
  const stock = await readStock(container, [...itemIds], reservations);
  const wanted = reservations.flatMap((reservation) => {
    const level = stock.find((each) => each.inventory_item_id === reservation.inventory_item_id);
    return level ? [{ ...reservation, sku: level.sku, quantity: Number(reservation.quantity) }] : [];
  });
  if (wanted.length === 0) return null;

  const routing = routingOf(container);
  await routing.sync(stock);
  const { status, reason, shipments } = await routing.route({
    external_order_id: orderId,
    destination_zip: zip,
    lines: wanted.map(({ sku, quantity }) => ({ sku, quantity })),
  });
  const parts = shipments.flatMap(({ selected_warehouse: { warehouse_id }, lines }) =>
    lines.map(({ sku, ship_qty }) => ({ warehouse_id, sku, quantity: ship_qty })),
  );

  const left = parts.map((part) => ({ ...part }));
  // Medusa fulfils a line from one reservation only: one that ships from two warehouses stays where it is.
  const moved = wanted.flatMap(({ sku, quantity, ...reservation }) => {
    const part = left.find((each) => each.sku === sku && each.quantity >= quantity);
    if (!part) return [];
    part.quantity -= quantity;
    const { warehouse_id } = part;
    const { location_id } = stock.find((each) => each.sku === sku && each.warehouse_id === warehouse_id)!;
    return location_id === reservation.location_id ? [] : [{ ...reservation, quantity, location_id }];
  });
  await move(container, moved);
  return { status, reason, parts };
}

type Reservation = InventoryTypes.CreateReservationItemInput & { readonly id: string };

/** Makes reservations at their new locations, and deletes the earlier ones. An update leaves units at the earlier locations. */
async function move(container: MedusaContainer, moved: readonly Reservation[]): Promise<void> {
  const reservations = moved.map(
    ({ line_item_id, inventory_item_id, location_id, quantity, allow_backorder }) => {
      return { line_item_id, inventory_item_id, location_id, quantity, allow_backorder };
    },
  );
  await createReservationsWorkflow(container).run({ input: { reservations } });
  await deleteReservationsWorkflow(container).run({ input: { ids: moved.map(({ id }) => id) } });
}
