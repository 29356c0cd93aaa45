import type { Cents } from '../money.ts';
import type { LeftOutReason } from '../rules/candidates.ts';
import { BARRING_RULES } from '../rules/policies.ts';
import type { NotListed, OrderStatus, RerouteRequest } from '../types.ts';
import type { Verdict } from '../verdicts.ts';

// The parts of an explanation. Sentences name only numbers and names that are fields beside them.

/** Why a warehouse may not ship a SKU, in the order in which the reasons are tried. */
export const BARS = ['drop_ship', 'hold', 'restrict', 'exclude', ...BARRING_RULES, 'capacity'] as const;
export type Bar = (typeof BARS)[number];

/** Routes that were not taken, in the order in which they are listed. */
export const ALTERNATIVE_KINDS = [
  'best_single',
  'unconstrained',
  'nearest_first',
  'cheapest',
  'fewest_shipments',
] as const;
export type AlternativeKind = (typeof ALTERNATIVE_KINDS)[number];

/** One SKU of the order at one warehouse, in units. */
export interface ExplainedLine {
  readonly sku: string;
  readonly requested_qty: number;
  /** What the order could use when it was decided; null: not stored, not needed, or no limit. */
  readonly available_qty: number | null;
  /** What others had reserved of the stock then. */
  readonly reserved_qty: number | null;
  /** What is kept back as safety stock of what was left. Left out if the account keeps nothing back. */
  readonly safety_qty?: number | null;
  readonly ship_qty: number;
  readonly barred_by: Bar | null;
}

/** One candidate. */
export interface ExplainedWarehouse {
  /** 1 is the preferred warehouse. */
  readonly rank: number;
  readonly warehouse_id: string;
  readonly warehouse_name: string;
  /** Null if there is no lane, or if it was not stored. */
  readonly transit_days: number | null;
  readonly distance_miles: number | null;
  readonly lane_source: string | null;
  /** `YYYY-MM-DD`. Both are left out if no enabled warehouse has a calendar. */
  readonly ship_date?: string | null;
  readonly delivery_date?: string | null;
  readonly chosen: boolean;
  /** Null only if the stock that decided was not stored. */
  readonly verdict: Verdict | null;
  /** What it would ship alone, without the policies on value, splits and partials. */
  readonly could_ship_units: number | null;
  /** What its shipment would cost then, in cents; null: unpriced, or not known. Left out if the account has no rates. */
  readonly cost_alone?: Cents | null;
  readonly sentence: string;
  /** In line order, a SKU once. */
  readonly lines: readonly ExplainedLine[];
}

/** A warehouse of the client that is no candidate. */
export interface LeftOutWarehouse {
  readonly warehouse_id: string;
  readonly warehouse_name: string;
  readonly because: LeftOutReason;
}

/** A route that was not taken. */
export interface Alternative {
  readonly kind: AlternativeKind;
  /** In rank order. */
  readonly warehouse_ids: readonly string[];
  readonly units: number;
  readonly shipments: number;
  /** The sum of the warehouses' ranks. */
  readonly rank_sum: number;
  /** In cents; null: a shipment is unpriced. Both are left out if the account has no rates. */
  readonly cost?: Cents | null;
  /** By how much that is above the chosen route's cost, or below. Null: one of them is unpriced. */
  readonly cost_difference?: Cents | null;
  readonly sentence: string;
}

/** Why an order was decided as it was. */
export interface Explanation {
  readonly status: OrderStatus;
  /** One to three sentences, and one more if the search did not finish. */
  readonly summary: string;
  /** False if the decision was made before its numbers were stored. */
  readonly stock_as_seen: boolean;
  /** False if the search ended at its limit of work. */
  readonly search_complete: boolean;
  /** If it did, as far as is proved: no route that ships as many units has fewer shipments. */
  readonly at_least_shipments?: number;
  /** If the search for the lowest cost ended so: no route that ships as many units costs less, with split penalties, in cents. */
  readonly at_least_cost?: Cents | null;
  readonly reroute: RerouteRequest | null;
  /** The last day on which the order may arrive. Left out as ship_date is. */
  readonly deliver_by?: string | null;
  /** All candidates in rank order; of many, the first ones and those that ship. */
  readonly warehouses: readonly ExplainedWarehouse[];
  /** Left out if all are listed. */
  readonly warehouses_not_listed?: Omit<NotListed, 'further_ranks'>;
  readonly left_out: readonly LeftOutWarehouse[];
  readonly alternatives: readonly Alternative[];
  /** If the orders of its batch were improved together, and it ships otherwise than alone. */
  readonly optimization?: {
    readonly alone: {
      readonly warehouse_ids: readonly string[];
      readonly shipments: number;
      /** Null: a shipment has no lane. */
      readonly days: number | null;
    };
    readonly sentence: string;
  };
}
