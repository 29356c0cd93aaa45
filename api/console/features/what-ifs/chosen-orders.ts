import { periodOf } from '../../view/times.ts';
import type { WhatIfRequest } from './use-what-ifs.ts';

/** The orders of a what-if as the page's address says them: a run, or days. */
export interface OrdersSearch {
  readonly run?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The orders as the service takes them; null if none are chosen yet. A period without an end ends today. */
export function chosenOrders({ run, from, to }: OrdersSearch, today: string): WhatIfRequest['orders'] | null {
  if (run) return { routing_run_id: Number(run) };
  if (!from) return null;
  const period = periodOf({ from, to: to ?? today });
  return { from: period.from!, to: period.to! };
}
