import type { Cents } from '../engine/money.ts';
import type {
  Decision,
  DecisionDriver,
  LineAllocation,
  OrderLine,
  OrderStatus,
  PolicyFinding,
  RerouteRequest,
  UnfulfilledReason,
  UnfulfilledSku,
} from '../engine/types.ts';
import { Utf8Writer } from '../platform/utf8-writer.ts';
import { policyOutcome, qualityOf, shipmentsOf, shortagesOf } from './derive.ts';
import { parseRanking, rankingText } from './ranking-text.ts';
import {
  type EncodedSeen,
  NOTHING_SEEN,
  type StoredLanes,
  type StoredUnits,
  type StoredUnitValues,
} from './seen-codec.ts';

/**
 * A decision as it is stored in `decisions.data`: compact JSON with the defaults left out, and all that follows
 * from the order's lines and the decision's status (quality, shipments, quantities unfulfilled, policy outcome).
 * A plain two-line FULL takes some 50 bytes. Written as bytes directly, for it is written for every order; how many
 * there are decides how fast a run is stored (suites `engine` and `managed-run`). SQL views read the key `a`.
 */
export interface StoredDecision {
  /** Allocations: [line, warehouse, quantity]. */
  readonly a?: readonly (readonly [line: number, warehouse: number, quantity: number])[];
  /** Ranking. */
  readonly r?: string | readonly number[];
  /** Total value in cents; digits past the integers that a double counts. */
  readonly v?: number | string;
  /** Profile index. */
  readonly p?: number;
  /** Driver, trailing nulls left out; absent: the preferred warehouse ships all. */
  readonly d?: StoredDriver;
  /** Code of a NONE. */
  readonly n?: NonNullable<Decision['unroutable']>;
  /** Why units are unfulfilled: one reason for all SKUs or one a SKU; absent: insufficient inventory. */
  readonly u?: UnfulfilledReason | readonly UnfulfilledReason[];
  /** Policy warnings. */
  readonly w?: readonly StoredFinding[];
  /** Policy rule that blocked the best route. */
  readonly b?: StoredFinding;
  /** First lines of the SKUs without a value. */
  readonly x?: readonly number[];
  /** Item control indexes. */
  readonly i?: readonly number[];
  /** 1: the search stopped at its budget. */
  readonly t?: 1;
  /** At least so many shipments, as far as the search came. */
  readonly m?: number;
  /** What narrowed the candidates of an order that was routed again. */
  readonly q?: StoredReroute;
  /** What the decision saw: lanes, available units, reserved units and unit values (seen-codec.ts). */
  readonly l?: StoredLanes;
  readonly s?: StoredUnits;
  readonly h?: StoredUnits;
  readonly y?: StoredUnitValues;
}

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

type StoredFinding = readonly [
  rule: PolicyFinding['rule'],
  warehouse: number | null,
  found: number | null,
  limit: number,
];

/** A decision on an order with these lines, as text; `seen` is what it saw. */
export function encodeDecision(
  decision: Decision,
  order: { readonly lines: readonly OrderLine[] },
  seen: EncodedSeen = NOTHING_SEEN,
): string {
  const out = new Utf8Writer(USUAL_BYTES);
  writeDecision(out, decision, order, seen);
  return out.bytes().toString();
}

const USUAL_BYTES = 256;

/** Writes the same. */
export function writeDecision(
  out: Utf8Writer,
  decision: Decision,
  { lines }: { readonly lines: readonly OrderLine[] },
  seen: EncodedSeen = NOTHING_SEEN,
): void {
  const { allocations, ranked, profile, driver, unroutable, unfulfilled, policy } = decision;
  // What stands before a key: nothing is unfulfilled, warned of or blocked without a driver or a ranking before it.
  let before = '{';
  if (allocations.length > 0) {
    out.ascii('{"a":[');
    writeAllocations(out, allocations);
    out.ascii(']');
    before = ',';
  }
  if (ranked.length > 0) {
    out.ascii(before).ascii('"r":').ascii(rankingText(ranked));
    before = ',';
  }
  if (decision.total_value_cents !== 0) {
    out.ascii(before).ascii('"v":');
    writeCents(out, decision.total_value_cents);
    before = ',';
  }
  if (profile !== null) {
    out.ascii(before).ascii('"p":').integer(profile);
    before = ',';
  }
  if (driver.code !== DEFAULT_DRIVER) {
    out.ascii(before).ascii('"d":');
    writeDriver(out, driver, lines);
    before = ',';
  }
  if (unroutable !== null) {
    out.ascii(before).ascii('"n":"').ascii(unroutable).ascii('"');
    before = ',';
  }
  if (unfulfilled.length > 0) out.ascii(reasonsText(unfulfilled));
  if (policy.warnings.length > 0) out.ascii(`,"w":${findingsText(policy.warnings)}`);
  if (policy.blocked !== null) out.ascii(`,"b":${findingText(policy.blocked)}`);
  if (decision.unvalued_skus.length > 0) {
    out.ascii(`,"x":[${firstLinesOf(decision.unvalued_skus, lines).join(',')}]`);
  }
  if (decision.item_controls.length > 0) out.ascii(`,"i":[${decision.item_controls.join(',')}]`);
  if (decision.budget_exhausted) out.ascii(',"t":1');
  if (decision.at_least_shipments !== null) out.ascii(',"m":').integer(decision.at_least_shipments);
  // Something is seen only where there is a ranking before it.
  if (seen.length > 0) out.put(seen);
  if (decision.reroute !== undefined) {
    out
      .ascii(before)
      .ascii('"q":')
      .write(JSON.stringify(toStoredReroute(decision.reroute)));
    before = ',';
  }
  out.ascii(before === '{' ? '{}' : '}');
}

/** Reads the decision that encodeDecision wrote, given the order's lines and the stored status. */
export function decodeDecision(data: string, status: OrderStatus, lines: readonly OrderLine[]): Decision {
  return decodeStored(JSON.parse(data) as StoredDecision, status, lines);
}

/** The same for who has parsed it. */
export function decodeStored(
  stored: StoredDecision,
  status: OrderStatus,
  lines: readonly OrderLine[],
): Decision {
  const allocations = toAllocations(stored);
  const ranked = stored.r === undefined ? [] : parseRanking(stored.r);
  const warnings = stored.w?.map(toFinding) ?? [];
  const blocked = stored.b === undefined ? null : toFinding(stored.b);
  const shipments = shipmentsOf(allocations, ranked, lines);
  const shipsAll = status === 'FULL' || status === 'SPLIT';
  return {
    status,
    quality: qualityOf(status, shipments, ranked),
    profile: stored.p ?? null,
    ranked,
    shipments,
    allocations,
    unfulfilled: shipsAll
      ? []
      : shortagesOf(allocations, lines).map((shortage, index) => ({
          ...shortage,
          reason: typeof stored.u === 'string' ? stored.u : (stored.u?.[index] ?? DEFAULT_REASON),
        })),
    policy: { outcome: policyOutcome(status, warnings.length, blocked), warnings, blocked },
    driver: stored.d === undefined ? defaultDriver(ranked) : toDriver(stored.d, lines),
    unroutable: stored.n ?? null,
    total_value_cents: readCents(stored.v ?? 0),
    unvalued_skus: stored.x?.map((line) => lines[line]!.sku) ?? [],
    item_controls: stored.i ?? [],
    budget_exhausted: stored.t === 1,
    at_least_shipments: stored.m ?? null,
    ...(stored.q && { reroute: toReroute(stored.q) }),
  };
}

function toStoredReroute(reroute: RerouteRequest): StoredReroute {
  return [reroute.exclude_warehouse_ids, reroute.only_warehouse_ids, reroute.note];
}

function toReroute([exclude_warehouse_ids, only_warehouse_ids, note]: StoredReroute): RerouteRequest {
  return { exclude_warehouse_ids, only_warehouse_ids, note };
}

/** The units that a stored decision gives, without reading the rest of it. */
export function allocationsOf(data: string): LineAllocation[] {
  return toAllocations(JSON.parse(data) as StoredDecision);
}

function writeCents(out: Utf8Writer, cents: Cents): void {
  if (typeof cents === 'number') out.integer(cents);
  else out.ascii(`"${cents}"`);
}

/** A number past 2^53 was stored by an earlier release, which rounded it: it is shown as it was stored. */
function readCents(stored: number | string): Cents {
  return Number.isSafeInteger(stored) ? (stored as number) : BigInt(stored);
}

function writeAllocations(out: Utf8Writer, allocations: readonly LineAllocation[]): void {
  for (let i = 0; i < allocations.length; i += 1) {
    const { line, warehouse, quantity } = allocations[i]!;
    out.ascii(i === 0 ? '[' : ',[');
    out.integer(line).ascii(',').integer(warehouse).ascii(',').integer(quantity).ascii(']');
  }
}

function toAllocations({ a = [] }: StoredDecision): LineAllocation[] {
  // By place: to take arrays apart by pattern runs their iterators.
  return a.map((stored) => ({ line: stored[0], warehouse: stored[1], quantity: stored[2] }));
}

const DEFAULT_REASON: UnfulfilledReason = 'insufficient_inventory';

function reasonsText(unfulfilled: readonly UnfulfilledSku[]): string {
  const first = unfulfilled[0]!;
  if (unfulfilled.some(({ reason }) => reason !== first.reason)) {
    return `,"u":[${unfulfilled.map(({ reason }) => `"${reason}"`).join(',')}]`;
  }
  return first.reason === DEFAULT_REASON ? '' : `,"u":"${first.reason}"`;
}

function findingsText(findings: readonly PolicyFinding[]): string {
  let text = findingText(findings[0]!);
  for (let i = 1; i < findings.length; i += 1) text += `,${findingText(findings[i]!)}`;
  return `[${text}]`;
}

function findingText({ rule, warehouse, found, limit }: PolicyFinding): string {
  return `["${rule}",${warehouse},${found},${limit}]`;
}

function toFinding([rule, warehouse, found, limit]: StoredFinding): PolicyFinding {
  return { rule, warehouse, found, limit };
}

/** The driver of most decisions: the preferred warehouse ships all. There is nothing to say of it but its warehouse. */
const DEFAULT_DRIVER = 'optimal_preferred_full';

function defaultDriver(ranked: readonly number[]): DecisionDriver {
  return {
    code: DEFAULT_DRIVER,
    sku: null,
    required_qty: null,
    available_qty: null,
    short_qty: null,
    warehouse: ranked[0] ?? null,
  };
}

function writeDriver(out: Utf8Writer, driver: DecisionDriver, lines: readonly OrderLine[]): void {
  const { code, warehouse, sku, required_qty, available_qty, short_qty } = driver;
  const values = [
    warehouse,
    sku === null ? null : lineOf(sku, lines),
    required_qty,
    available_qty,
    short_qty,
  ];
  let last = values.length;
  while (last > 0 && values[last - 1] === null) last -= 1;
  out.ascii('["').ascii(code).ascii('"');
  for (let i = 0; i < last; i += 1) {
    const value = values[i]!;
    if (value === null) out.ascii(',null');
    else out.ascii(',').integer(value);
  }
  out.ascii(']');
}

function toDriver(stored: StoredDriver, lines: readonly OrderLine[]): DecisionDriver {
  const [code, warehouse = null, line = null, required = null, available = null, short = null] = stored;
  return {
    code,
    sku: line === null ? null : lines[line]!.sku,
    required_qty: required,
    available_qty: available,
    short_qty: short,
    warehouse,
  };
}

/** The first line of each SKU: an order may have thousands of both. */
function firstLinesOf(skus: readonly string[], lines: readonly OrderLine[]): number[] {
  const first = new Map<string, number>();
  for (let line = lines.length - 1; line >= 0; line -= 1) first.set(lines[line]!.sku, line);
  return skus.map((sku) => first.get(sku) ?? -1);
}

function lineOf(sku: string, lines: readonly OrderLine[]): number {
  for (let line = 0; line < lines.length; line += 1) if (lines[line]!.sku === sku) return line;
  return -1;
}
