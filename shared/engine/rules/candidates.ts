import type { RerouteRequest, Warehouse } from '../types.ts';
import { isAdmittedBy } from './reroute.ts';

/** What decides whether a warehouse of the client is a candidate of an order. */
interface Candidacy {
  readonly warehouse: Warehouse;
  /** The warehouses that the profile has; null: all. */
  readonly only: readonly string[] | null;
  readonly reroute: RerouteRequest | undefined;
}

/**
 * Why a warehouse is no candidate, in the order in which the reasons are tried. If a field of a warehouse keeps it from orders, its
 * rule stands here: then candidates and explanations follow.
 */
const RULES = {
  disabled: ({ warehouse }) => !warehouse.enabled,
  profile: ({ warehouse, only }) => only !== null && !only.includes(warehouse.warehouse_id),
  reroute: ({ warehouse, reroute }) => !isAdmittedBy(reroute, warehouse.warehouse_id),
} satisfies Readonly<Record<string, (candidacy: Candidacy) => boolean>>;

export type LeftOutReason = keyof typeof RULES;

export const LEFT_OUT_REASONS = Object.keys(RULES) as LeftOutReason[];

/** Why a warehouse is no candidate; null: it is one. */
export function leftOutReason(candidacy: Candidacy): LeftOutReason | null {
  return LEFT_OUT_REASONS.find((reason) => RULES[reason](candidacy)) ?? null;
}
