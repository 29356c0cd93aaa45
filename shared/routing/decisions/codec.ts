import { amountOf } from '../../contracts/amounts.ts';
import { shipmentsOf, shortagesOf } from '../../engine/derive.ts';
import type { Cents } from '../../engine/money.ts';
import { policyOutcome, qualityOf } from '../../engine/outcome.ts';
import type {
  Decision,
  DecisionCost,
  DecisionDriver,
  LineAllocation,
  OrderLine,
  OrderStatus,
  PolicyFinding,
  RerouteRequest,
  UnfulfilledReason,
  UnroutableCode,
} from '../../engine/types.ts';
import { parseRanking, rankingCode } from './ranking-text.ts';

/**
 * A decision as it is stored in `decisions.data`: compact JSON. It leaves out defaults, and all that follows from the
 * order's lines and the decision's status (quality, shipments, quantities unfulfilled, policy outcome). A plain FULL of
 * two lines takes some 50 bytes. SQL reads the key `a`, which is the first one, and the texts of w and t.
 */
export interface EncodedDecision {
  /** Allocations. */
  readonly a?: readonly (readonly [line: number, warehouse: number, quantity: number])[] | undefined;
  /** Ranking. */
  readonly r?: string | readonly number[] | undefined;
  /** Total value in cents. */
  readonly v?: StoredCents | undefined;
  /** Profile index. */
  readonly p?: number | undefined;
  /** Driver, without nulls at its end. The default: the preferred warehouse ships all. */
  readonly d?: StoredDriver | undefined;
  /** Code of a NONE. */
  readonly n?: UnroutableCode | undefined;
  /** Why units are unfulfilled: one reason for all SKUs, or one for each. */
  readonly u?: UnfulfilledReason | readonly UnfulfilledReason[] | undefined;
  /** Policy warnings. */
  readonly w?: readonly StoredFinding[] | undefined;
  /** Policy rule that blocked the best route. */
  readonly b?: StoredFinding | undefined;
  /** SKUs without a value, by their first lines. */
  readonly x?: readonly number[] | undefined;
  /** Item control indexes. */
  readonly i?: readonly number[] | undefined;
  /** 1: the search stopped at its budget. */
  readonly t?: 1 | undefined;
  /** The least number of shipments that the search has proved. */
  readonly m?: number | undefined;
  /** What narrowed the candidates of an order that was routed again. */
  readonly q?: StoredReroute | undefined;
  /** Of each shipment its ship day and its delivery day. */
  readonly g?: readonly (number | null)[] | undefined;
  /** The first day with a place. */
  readonly f?: number | undefined;
  /** What it costs in cents: the total, then each shipment. Left out if the account has no rates. */
  readonly c?: readonly (StoredCents | null)[] | undefined;
  /** SKUs without a weight, by their first lines. */
  readonly k?: readonly number[] | undefined;
  /** In cents, what no route costs less than, as far as the search has proved. */
  readonly e?: StoredCents | undefined;
}

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

type StoredReroute = readonly [
  exclude: readonly string[],
  only: readonly string[] | null,
  note: string | null,
];

const DEFAULT_REASON: UnfulfilledReason = 'insufficient_inventory';
const DEFAULT_DRIVER = 'optimal_preferred_full';

/** Encodes a decision on an order with these lines as text. */
export function encodeDecision(decision: Decision, { lines }: { readonly lines: Lines }): string {
  const { policy, reroute, total_value_cents: cents, cost } = decision;
  const encoded: EncodedDecision = {
    a: unlessEmpty(
      decision.allocations.map(({ line, warehouse, quantity }) => [line, warehouse, quantity] as const),
    ),
    r: decision.ranked.length === 0 ? undefined : rankingCode(decision.ranked),
    v: cents === 0 ? undefined : storedCents(cents),
    p: decision.profile ?? undefined,
    d: storedDriver(decision.driver, lines),
    n: decision.unroutable ?? undefined,
    u: storedReasons(decision.unfulfilled),
    w: unlessEmpty(policy.warnings.map(storedFinding)),
    b: policy.blocked === null ? undefined : storedFinding(policy.blocked),
    x: unlessEmpty(firstLines(decision.unvalued_skus, lines)),
    i: unlessEmpty(decision.item_controls),
    t: decision.budget_exhausted ? 1 : undefined,
    m: decision.at_least_shipments ?? undefined,
    q: reroute && [reroute.exclude_warehouse_ids, reroute.only_warehouse_ids, reroute.note],
    g: decision.days && storedDays(decision.days),
    f: decision.next_place,
    ...(cost && storedCost(cost, lines)),
  };
  return JSON.stringify(encoded);
}

/** Reads the decision that encodeDecision wrote, given the order's lines and the stored status. */
export function decodeDecision(data: string, status: OrderStatus, lines: Lines): Decision {
  return decodeParsed(JSON.parse(data) as EncodedDecision, status, lines);
}

/** The same for a caller that has parsed it. */
export function decodeParsed(encoded: EncodedDecision, status: OrderStatus, lines: Lines): Decision {
  const { w = [], u: reasons = DEFAULT_REASON } = encoded;
  const allocations = decodeAllocations(encoded);
  const reroute = decodeReroute(encoded);
  const ranked = encoded.r === undefined ? [] : parseRanking(encoded.r);
  const blocked = encoded.b === undefined ? null : toFinding(encoded.b);
  const shipments = shipmentsOf(allocations, ranked, lines);
  const shipsAll = status === 'FULL' || status === 'SPLIT';
  return {
    status,
    quality: qualityOf(status, shipments[0]?.warehouse === ranked[0]),
    profile: encoded.p ?? null,
    ranked,
    shipments,
    allocations,
    unfulfilled: shipsAll
      ? []
      : shortagesOf(allocations, lines).map((shortage, index) => ({
          ...shortage,
          reason: typeof reasons === 'string' ? reasons : (reasons[index] ?? DEFAULT_REASON),
        })),
    policy: { outcome: policyOutcome(status, w.length, blocked), warnings: w.map(toFinding), blocked },
    driver: toDriver(encoded.d ?? [DEFAULT_DRIVER, ranked[0] ?? null], lines),
    unroutable: encoded.n ?? null,
    total_value_cents: toCents(encoded.v),
    unvalued_skus: (encoded.x ?? []).map((line) => lines[line]!.sku),
    item_controls: encoded.i ?? [],
    budget_exhausted: encoded.t === 1,
    at_least_shipments: encoded.m ?? null,
    ...(reroute && { reroute }),
    ...(encoded.g && { days: toDays(encoded.g) }),
    ...(encoded.f !== undefined && { next_place: encoded.f }),
    ...(encoded.c && { cost: toCost(encoded.c, encoded, lines) }),
  };
}

function storedCost(
  { total, shipments, unweighed_skus, at_least }: DecisionCost,
  lines: Lines,
): Pick<EncodedDecision, 'c' | 'k' | 'e'> {
  return {
    c: [total, ...shipments].map((cents) => (cents === null ? null : storedCents(cents))),
    k: unlessEmpty(firstLines(unweighed_skus, lines)),
    e: at_least === null ? undefined : storedCents(at_least),
  };
}

function toCost(
  [total = null, ...shipments]: NonNullable<EncodedDecision['c']>,
  { k = [], e }: EncodedDecision,
  lines: Lines,
): DecisionCost {
  return {
    total: total === null ? null : toCents(total),
    shipments: shipments.map((cents) => (cents === null ? null : toCents(cents))),
    unweighed_skus: k.map((line) => lines[line]!.sku),
    at_least: e === undefined ? null : toCents(e),
  };
}

function storedDays(days: NonNullable<Decision['days']>): (number | null)[] {
  const stored: (number | null)[] = [];
  for (let place = 0; place < days.length; place++) {
    stored.push(days[place]!.ship_day, days[place]!.delivery_day);
  }
  return stored;
}

function toDays(stored: readonly (number | null)[]): NonNullable<Decision['days']> {
  return Array.from({ length: stored.length / 2 }, (_, shipment) => ({
    ship_day: stored[2 * shipment]!,
    delivery_day: stored[2 * shipment + 1]!,
  }));
}

/** What a stored decision under a configuration with rates costs, in currency units; null: a shipment has no price. */
export function storedTotalCost({ c }: EncodedDecision): number | null {
  const [total = 0] = c ?? [];
  return total === null ? null : amountOf(toCents(total));
}

/** What a person asked of a decision's warehouses; null: nothing. */
export function decodeReroute({ q }: EncodedDecision): RerouteRequest | null {
  return q === undefined ? null : { exclude_warehouse_ids: q[0], only_warehouse_ids: q[1], note: q[2] };
}

/** The units that a stored decision allocates. */
// Read by index: a destructuring pattern would run the iterator of each array, which is slow.
export function decodeAllocations({ a = [] }: EncodedDecision): LineAllocation[] {
  return a.map((each) => ({ line: each[0], warehouse: each[1], quantity: each[2] }));
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

function storedReasons(unfulfilled: Decision['unfulfilled']): EncodedDecision['u'] {
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
