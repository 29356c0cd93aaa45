import { type Route, routeOf } from '../route.ts';
import type { Decision } from '../types.ts';
import type { RoutedOrder } from './routed-order.ts';

/** The route that a decision ships by. */
export function routeOfDecision({ demands, ranked }: RoutedOrder, { shipments }: Decision): Route {
  const members = shipments.map(({ warehouse }) => ranked.indexOf(warehouse));
  const quantities = demands.flatMap(({ sku }) =>
    shipments.map(({ lines }) => lines.find((line) => line.sku === sku)?.ship_qty ?? 0),
  );
  return routeOf(members, quantities);
}
