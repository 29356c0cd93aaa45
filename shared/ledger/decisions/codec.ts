import { amountOf } from '../../contracts/amounts.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import type { Cents } from '../../engine/money.ts';
import { shipmentsOf, shortagesOf } from '../../engine/rules/derive.ts';
import { policyOutcome, qualityOf } from '../../engine/rules/outcome.ts';
import type {
  BatchGain,
  BatchImprovement,
  Decision,
  DecisionCost,
  DecisionDriver,
  LineAllocation,
  NotListed,
  OrderLine,
  OrderStatus,
  PolicyFinding,
  RerouteRequest,
  SkuUnits,
  UnfulfilledReason,
  UnroutableCode,
} from '../../engine/types.ts';
import { parseRanking, rankingCode } from './order-codec.ts';

/**
 * A decision as it is stored in `decisions.data`: JSON. It leaves out defaults, and all that follows from the order's lines
 * and the decision's status (quality, shipments, quantities unfulfilled, policy outcome). What searches ask for has columns
 * of its own (shared/ledger/run-store.ts); SQL reads allocations from here.
 */
export interface EncodedDecision {
  readonly allocations?:
    | readonly (readonly [line: number, warehouse: number, quantity: number])[]
    | undefined;
  /** Ranking, of the candidates that answers list. */
  readonly ranking?: string | readonly number[] | undefined;
  /** The candidates that they do not list. */
  readonly not_listed?: NotListed | undefined;
  readonly value_cents?: StoredCents | undefined;
  readonly profile?: number | undefined;
  /** Driver, without nulls at its end. The default: the preferred warehouse ships all. */
  readonly driver?: StoredDriver | undefined;
  readonly unroutable?: UnroutableCode | undefined;
  /** Why units are unfulfilled: one reason for all SKUs, or one for each. */
  readonly unfulfilled?: UnfulfilledReason | readonly UnfulfilledReason[] | undefined;
  readonly warnings?: readonly StoredFinding[] | undefined;
  /** Policy rule that blocked the best route. */
  readonly blocked?: StoredFinding | undefined;
  /** SKUs without a value, by their first lines. */
  readonly unvalued_lines?: readonly number[] | undefined;
  readonly item_controls?: readonly number[] | undefined;
  /** Whether the search stopped at its budget. */
  readonly incomplete?: true | undefined;
  /** The least number of shipments that the search has proved. */
  readonly at_least_shipments?: number | undefined;
  /** What narrowed the candidates of an order that was routed again. */
  readonly reroute?: StoredReroute | undefined;
  /** Of each shipment its ship day and its delivery day. */
  readonly days?: readonly (number | null)[] | undefined;
  /** The first day with a free slot. */
  readonly next_place?: number | undefined;
  /** The rule that blocks the order also with every slot free. */
  readonly blocked_anyway?: StoredFinding | undefined;
  /** What it costs in cents: the total, then each shipment. Left out if the account has no rates. */
  readonly cost_cents?: readonly (StoredCents | null)[] | undefined;
  /** SKUs without a weight, by their first lines. */
  readonly unweighed_lines?: readonly number[] | undefined;
  /** What it was to ship alone, and for whom it ships otherwise. */
  readonly improvement?: StoredImprovement | undefined;
  /** Proved lower bound of the cost, in cents. */
  readonly at_least_cost_cents?: StoredCents | undefined;
  readonly shipped_before?: StoredUnits | undefined;
  /** Units that had shipped before the order was sent again. */
  readonly shipped_earlier?: StoredUnits | undefined;
  /** When the order is released by itself, in milliseconds since 1970. */
  readonly expires_at?: number | undefined;
}

type StoredUnits = readonly (readonly [sku: string, quantity: number])[];

/** As text if a double cannot count it. */
type StoredCents = number | string;

type Lines = readonly OrderLine[];

type StoredFinding = readonly [
  rule: PolicyFinding['rule'],
  warehouse: number | null,
  found: number | null,
  limit: number,
];

type StoredDriver = readonly [
  code: DecisionDriver['code'],
  warehouse?: number | null,
  line?: number | null,
  required?: number | null,
  available?: number | null,
  short?: number | null,
];

type StoredRestrictions = readonly [
  exclude: readonly string[],
  only: readonly string[] | null,
  note: string | null,
];

/** `own` is there if the restrictions were of that decision alone: what stays for the order. */
type StoredReroute = readonly [...StoredRestrictions, ...([] | [own: StoredRestrictions | null])];

type StoredImprovement = readonly [
  days: number | null,
  warehouses: readonly number[],
  ...gain:
    | readonly []
    | readonly [
        order_id: string,
        isOwn: boolean,
        before: number,
        after: number,
        /** Left out by earlier versions: shipments. */
        what?: BatchGain['what'],
      ],
];

const DEFAULT_REASON: UnfulfilledReason = 'insufficient_inventory';
const DEFAULT_DRIVER = 'optimal_preferred_full';

/** Encodes a decision on an order with these lines as text. */
export function encodeDecision(
  decision: Decision,
  { lines, own_reroute }: { readonly lines: Lines } & Pick<RoutingOrder, 'own_reroute'>,
): string {
  const { policy, reroute, total_value_cents: cents, cost } = decision;
  const encoded: EncodedDecision = {
    allocations: unlessEmpty(
      decision.allocations.map(({ line, warehouse, quantity }) => [line, warehouse, quantity] as const),
    ),
    ranking: decision.ranked.length === 0 ? undefined : rankingCode(decision.ranked),
    not_listed: decision.not_listed,
    value_cents: cents === 0 ? undefined : storedCents(cents),
    profile: decision.profile ?? undefined,
    driver: storedDriver(decision.driver, lines),
    unroutable: decision.unroutable ?? undefined,
    unfulfilled: storedReasons(decision.unfulfilled),
    warnings: unlessEmpty(policy.warnings.map(storedFinding)),
    blocked: policy.blocked === null ? undefined : storedFinding(policy.blocked),
    unvalued_lines: unlessEmpty(firstLines(decision.unvalued_skus, lines)),
    item_controls: unlessEmpty(decision.item_controls),
    incomplete: decision.budget_exhausted || undefined,
    at_least_shipments: decision.at_least_shipments ?? undefined,
    reroute: reroute && storedReroute(reroute, own_reroute),
    days: decision.days?.flatMap(({ ship_day, delivery_day }) => [ship_day, delivery_day]),
    next_place: decision.next_place,
    blocked_anyway: decision.blocked_anyway && storedFinding(decision.blocked_anyway),
    ...(cost && storedCost(cost, lines)),
    shipped_before: storedUnits(decision.shipped_before),
    shipped_earlier: storedUnits(decision.shipped_earlier),
    expires_at: decision.expires_at,
    improvement: decision.improvement && storedImprovement(decision.improvement),
  };
  return JSON.stringify(encoded);
}

/** Reads the decision that encodeDecision wrote, given the order's lines and the stored status. */
export function decodeDecision(data: string, status: OrderStatus, lines: Lines): Decision {
  return decodeParsed(JSON.parse(data) as EncodedDecision, status, lines);
}

/** The same for a caller that has parsed it. */
export function decodeParsed(encoded: EncodedDecision, status: OrderStatus, lines: Lines): Decision {
  const { warnings = [], unfulfilled: reasons = DEFAULT_REASON } = encoded;
  const allocations = decodeAllocations(encoded);
  const reroute = decodeReroute(encoded);
  const ranked = encoded.ranking === undefined ? [] : parseRanking(encoded.ranking);
  const blocked = encoded.blocked === undefined ? null : toFinding(encoded.blocked);
  const shipments = shipmentsOf(allocations, ranked, lines);
  const shipsAll = status === 'FULL' || status === 'SPLIT';
  return {
    status,
    quality: qualityOf(status, shipments[0]?.warehouse === ranked[0]),
    profile: encoded.profile ?? null,
    ranked,
    ...(encoded.not_listed && { not_listed: encoded.not_listed }),
    shipments,
    allocations,
    unfulfilled: shipsAll
      ? []
      : shortagesOf(allocations, lines).map((shortage, index) => ({
          ...shortage,
          reason: typeof reasons === 'string' ? reasons : (reasons[index] ?? DEFAULT_REASON),
        })),
    policy: {
      outcome: policyOutcome(status, warnings.length, blocked),
      warnings: warnings.map(toFinding),
      blocked,
    },
    driver: toDriver(encoded.driver ?? [DEFAULT_DRIVER, ranked[0] ?? null], lines),
    unroutable: encoded.unroutable ?? null,
    total_value_cents: toCents(encoded.value_cents),
    unvalued_skus: (encoded.unvalued_lines ?? []).map((line) => lines[line]!.sku),
    item_controls: encoded.item_controls ?? [],
    budget_exhausted: encoded.incomplete === true,
    at_least_shipments: encoded.at_least_shipments ?? null,
    ...(reroute && { reroute }),
    ...(encoded.days && { days: toDays(encoded.days) }),
    ...(encoded.next_place !== undefined && { next_place: encoded.next_place }),
    ...(encoded.blocked_anyway && { blocked_anyway: toFinding(encoded.blocked_anyway) }),
    ...(encoded.shipped_before && { shipped_before: decodeUnits(encoded.shipped_before) }),
    ...(encoded.shipped_earlier && { shipped_earlier: decodeUnits(encoded.shipped_earlier) }),
    ...(encoded.expires_at !== undefined && { expires_at: encoded.expires_at }),
    ...(encoded.cost_cents && { cost: toCost(encoded.cost_cents, encoded, lines) }),
    ...(encoded.improvement && { improvement: toImprovement(encoded.improvement) }),
  };
}

const storedUnits = (units?: readonly SkuUnits[]): StoredUnits | undefined =>
  units?.map(({ sku, quantity }) => [sku, quantity]);

/** Units of an order as they are stored with its decision. */
export function decodeUnits(stored: StoredUnits = []): SkuUnits[] {
  return stored.map(([sku, quantity]) => ({ sku, quantity }));
}

function storedImprovement({ days, warehouses, gain }: BatchImprovement): StoredImprovement {
  if (gain === null) return [days, warehouses];
  const { order_id, isOwn, what, before, after } = gain;
  return [days, warehouses, order_id, isOwn, before, after, what];
}

function toImprovement([days, warehouses, ...gain]: StoredImprovement): BatchImprovement {
  if (gain.length === 0) return { days, warehouses, gain: null };
  const [order_id, isOwn, before, after, what = 'shipments'] = gain;
  return { days, warehouses, gain: { order_id, isOwn, what, before, after } };
}

function storedCost(
  { total, shipments, unweighed_skus, at_least }: DecisionCost,
  lines: Lines,
): Pick<EncodedDecision, 'cost_cents' | 'unweighed_lines' | 'at_least_cost_cents'> {
  return {
    cost_cents: [total, ...shipments].map((cents) => (cents === null ? null : storedCents(cents))),
    unweighed_lines: unlessEmpty(firstLines(unweighed_skus, lines)),
    at_least_cost_cents: at_least === null ? undefined : storedCents(at_least),
  };
}

function toCost(
  [total = null, ...shipments]: NonNullable<EncodedDecision['cost_cents']>,
  { unweighed_lines = [], at_least_cost_cents }: EncodedDecision,
  lines: Lines,
): DecisionCost {
  return {
    total: total === null ? null : toCents(total),
    shipments: shipments.map((cents) => (cents === null ? null : toCents(cents))),
    unweighed_skus: unweighed_lines.map((line) => lines[line]!.sku),
    at_least: at_least_cost_cents === undefined ? null : toCents(at_least_cost_cents),
  };
}

function toDays(stored: readonly (number | null)[]): NonNullable<Decision['days']> {
  return Array.from({ length: stored.length / 2 }, (_, shipment) => ({
    ship_day: stored[2 * shipment]!,
    delivery_day: stored[2 * shipment + 1]!,
  }));
}

/** What a stored decision under a configuration with rates costs, in currency units; null: a shipment has no price. */
export function storedTotalCost({ cost_cents }: EncodedDecision): number | null {
  const [total = 0] = cost_cents ?? [];
  return total === null ? null : amountOf(toCents(total));
}

/** What a person asked of a decision's warehouses; null: nothing. */
export function decodeReroute({ reroute }: EncodedDecision): RerouteRequest | null {
  if (reroute === undefined) return null;
  const [exclude_warehouse_ids, only_warehouse_ids, note] = reroute;
  return { exclude_warehouse_ids, only_warehouse_ids, note };
}

/** What of it holds for the order beyond the decision; null: nothing. */
export function decodeOwnReroute({ reroute }: EncodedDecision): RerouteRequest | null {
  const own = reroute?.[3];
  if (own === null) return null;
  return decodeReroute({ reroute: own ?? reroute });
}

function storedReroute(reroute: RerouteRequest, own: RerouteRequest | null | undefined): StoredReroute {
  if (own === undefined) return storedRestrictions(reroute);
  return [...storedRestrictions(reroute), own && storedRestrictions(own)];
}

function storedRestrictions({
  exclude_warehouse_ids,
  only_warehouse_ids,
  note,
}: RerouteRequest): StoredRestrictions {
  return [exclude_warehouse_ids, only_warehouse_ids, note];
}

/** The units that a stored decision allocates. */
// Read by index: a destructuring pattern would run the iterator of each array, which is slow.
export function decodeAllocations({ allocations = [] }: EncodedDecision): LineAllocation[] {
  return allocations.map((each) => ({ line: each[0], warehouse: each[1], quantity: each[2] }));
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function storedFinding({ rule, warehouse, found, limit }: PolicyFinding): StoredFinding {
  return [rule, warehouse, found, limit];
}

function toFinding([rule, warehouse, found, limit]: StoredFinding): PolicyFinding {
  return { rule, warehouse, found, limit };
}

function storedDriver(driver: DecisionDriver, lines: Lines): StoredDriver | undefined {
  const { code, sku, warehouse, required_qty, available_qty, short_qty } = driver;
  if (code === DEFAULT_DRIVER) return undefined;
  const line = sku === null ? null : lines.findIndex((each) => each.sku === sku);
  const facts = [warehouse, line, required_qty, available_qty, short_qty];
  const length = facts.findLastIndex((fact) => fact !== null) + 1;
  return [code, ...facts.slice(0, length)] as unknown as StoredDriver;
}

function toDriver(stored: StoredDriver, lines: Lines): DecisionDriver {
  const [code, warehouse = null, line = null, required_qty = null, available_qty = null, short_qty = null] =
    stored;
  return {
    code,
    sku: line === null ? null : lines[line]!.sku,
    required_qty,
    available_qty,
    short_qty,
    warehouse,
  };
}

function toCents(stored: StoredCents = 0): Cents {
  return typeof stored === 'number' ? stored : BigInt(stored);
}

function storedCents(cents: Cents): StoredCents {
  return typeof cents === 'number' ? cents : String(cents);
}

function storedReasons(unfulfilled: Decision['unfulfilled']): EncodedDecision['unfulfilled'] {
  const reasons = unfulfilled.map(({ reason }) => reason);
  if (reasons.some((reason) => reason !== reasons[0])) return reasons;
  return reasons[0] === DEFAULT_REASON ? undefined : reasons[0];
}

/** The first line of each SKU. An order may have thousands of both. */
function firstLines(skus: readonly string[], lines: Lines): number[] {
  if (skus.length === 0) return [];
  const first = new Map<string, number>();
  for (let line = lines.length - 1; line >= 0; line -= 1) first.set(lines[line]!.sku, line);
  return skus.map((sku) => first.get(sku) ?? -1);
}
