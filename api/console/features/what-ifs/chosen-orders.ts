import { periodOf } from '../../view/times.ts';
import type { WhatIfRequest } from './use-what-ifs.ts';

/** The orders of a what-if as the page's address says them: a run, or days. */
export interface OrdersSearch {
  readonly run?: string;
  readonly from?: string;
  readonly to?: string;
  /** The name of the saved view that the days are from. */
  readonly view?: string;
}

/** The orders as the service takes them; null if none are chosen yet. A period without an end ends today. */
export function chosenOrders({ run, from, to }: OrdersSearch, today: string): WhatIfRequest['orders'] | null {
  if (run) return { routing_run_id: Number(run) };
  if (!from) return null;
  const period = periodOf({ from, to: to ?? today });
  return { from: period.from!, to: period.to! };
}

/** What of a saved view of orders applies to a what-if, and what does not: `status = NONE`. */
export function partsOfView(search: Readonly<Record<string, string>>) {
  const { from, to, sort: _, ...others } = search;
  const leftOut = Object.entries(others).map(([name, value]) => `${name} = ${value}`);
  return { from, to, leftOut };
}
