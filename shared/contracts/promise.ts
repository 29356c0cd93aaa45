import { z } from 'zod';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import { faultsOf, MAX_FAULTS_SHOWN, pathWithin, validationFailed } from '../foundation/errors/faults.ts';
import { orderStatus } from './a/schema.ts';
import { amount, count, moment, named } from './common.ts';
import { readOrderRequest } from './intake/check-order.ts';
import { parseJsonBody } from './intake/json-body.ts';
import { bufferOf, type WholeBody } from './intake/whole-body.ts';
import { orderRequest, type RoutingOrder, refuseMalformed, toRoutingOrders } from './order.ts';
import { refuseOverLimits } from './order-limits.ts';

/** The most carts of a request. */
export const MAX_CARTS = 200;

const { destination_zip, lines, partner_id, deliver_by, is_vip } = orderRequest.shape;

const cart = z.object({ lines: lines.unwrap().unwrap().min(1), partner_id, deliver_by, is_vip });

/** Carts whose delivery is asked for (docs/explanation/dates-and-capacity.md). */
export const promiseRequest = z
  .object({
    destination_zip,
    carts: z.array(cart).min(1).describe(`Up to ${MAX_CARTS}: each is decided alone.`),
  })
  .meta({
    id: 'PromiseRequest',
    examples: [{ destination_zip: '60614', carts: [{ lines: [{ sku: 'CHAIR-01', quantity: 2 }] }] }],
  });

const date = z.iso.date().nullable();

const promised = named('Promise', {
  status: orderStatus,
  units_requested: count.describe('Those that warehouses ship, without drop-ship ones.'),
  units_available: count,
  shipment_count: count,
  ship_date: date.describe('The earliest of its shipments; null if one has none.'),
  delivery_date: date.describe('The latest of its shipments; null if one has none.'),
  order_by: moment
    .nullable()
    .describe(
      'The earliest moment at which a cut-off changes the ship date of a warehouse that ships; null: there is none.',
    ),
  total_cost: amount
    .nullable()
    .describe('Null: the account has no rates, or there is no price for one of its shipments.'),
});

export type Promised = z.output<typeof promised>;

/** The answer for each cart, in their order. */
export const promiseAnswer = named('PromiseAnswer', {
  as_of: moment.describe('The moment that dates are counted from.'),
  valid_until: moment.nullable().describe('The earliest order_by. It holds no stock.'),
  results: z.array(promised),
});

/**
 * Reads carts as orders, which have the IDs 0, 1, and so on. Throws AppError: invalid_json, client_id_in_body,
 * missing_lines, too_many_orders, validation_failed.
 */
export function readPromiseBody(body: WholeBody): RoutingOrder[] {
  const sent = parseJsonBody(bufferOf(body)) as Record<string, unknown> | null;
  if (typeof sent === 'object' && sent !== null && 'client_id' in sent)
    throw new AppError('client_id_in_body');
  const carts: unknown = sent?.carts;
  if (!Array.isArray(carts) || carts.length === 0) {
    throw validationFailed(faultsOf(promiseRequest.safeParse(sent).error?.issues ?? []));
  }
  if (carts.length > MAX_CARTS) {
    throw new AppError(
      'too_many_orders',
      `The request has ${carts.length} carts; it may have up to ${MAX_CARTS}. Send the others in another request.`,
    );
  }
  const pathOf = (index: number) => `carts[${index}]`;
  const orders = carts.map((each: unknown, index) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? { ...each, external_order_id: String(index), order_id: null, destination_zip: sent?.destination_zip }
      : each,
  );
  refuseMalformed(orders, pathOf);
  refuseOverLimits(orders, pathOf);
  const faults: Fault[] = [];
  const requests = orders.flatMap((each, index) => {
    const found: Fault[] = [];
    const request = readOrderRequest(each, found);
    for (const { path, message } of found) {
      // The ZIP is that of the request, and wrong only once.
      if (path !== 'destination_zip') faults.push({ path: pathWithin(pathOf(index), path), message });
      else if (index === 0) faults.push({ path, message });
    }
    return request ?? [];
  });
  for (const [index, { hold_minutes }] of requests.entries()) {
    if (hold_minutes != null)
      faults.push({
        path: `${pathOf(index)}.hold_minutes`,
        message: 'is only for orders: a promise is not held',
      });
  }
  if (faults.length > 0) {
    throw validationFailed(faults, 'body', faults.length < MAX_FAULTS_SHOWN ? 'all' : 'so far');
  }
  return toRoutingOrders(requests, pathOf);
}
