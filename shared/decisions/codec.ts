import type {
  Decision,
  DecisionDriver,
  LineAllocation,
  OrderLine,
  OrderStatus,
  PolicyFinding,
  UnfulfilledReason,
  UnfulfilledSku,
} from '../engine/types.ts';
import { policyOutcome, qualityOf, shipmentsOf, shortagesOf } from './derive.ts';
import { parseRanking, rankingText } from './ranking-text.ts';

/**
 * A decision as it is stored in `decisions.data`: compact JSON with the defaults left out, and all that follows
 * from the order's lines and the decision's status (quality, shipments, quantities unfulfilled, policy outcome).
 * A plain two-line FULL takes some 50 bytes. Written as text directly, for it is written for every order; what
 * bytes it takes decides how fast a run is stored. SQL views read the key `a`.
 */
export interface StoredDecision {
  /** Allocations: [line, warehouse, quantity]. */
  readonly a?: readonly (readonly [line: number, warehouse: number, quantity: number])[];
  /** Ranking. */
  readonly r?: string | readonly number[];
  /** Total value in cents. */
  readonly v?: number;
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
}

type StoredDriver = readonly [
  code: DecisionDriver['code'],
  warehouse?: number | null,
  line?: number | null,
  required?: number | null,
  available?: number | null,
  short?: number | null,
];

type StoredFinding = readonly [
  rule: PolicyFinding['rule'],
  warehouse: number | null,
  found: number | null,
  limit: number,
];

/** Writes a decision on an order with these lines. */
export function encodeDecision(decision: Decision, order: { readonly lines: readonly OrderLine[] }): string {
  const { allocations, ranked, profile, driver, unroutable, unfulfilled, policy } = decision;
  // Added to at the end alone: to cut off a first comma would be to copy all of it.
  let text = '';
  if (allocations.length > 0) text = `{"a":${allocationsText(allocations)}`;
  if (ranked.length > 0) text += `${before(text)}"r":${rankingText(ranked)}`;
  if (decision.total_value_cents !== 0) text += `${before(text)}"v":${decision.total_value_cents}`;
  if (profile !== null) text += `${before(text)}"p":${profile}`;
  if (driver.code !== DEFAULT_DRIVER) text += `${before(text)}"d":${driverText(driver, order.lines)}`;
  if (unroutable !== null) text += `${before(text)}"n":"${unroutable}"`;
  if (unfulfilled.length > 0) text += reasonsText(unfulfilled);
  if (policy.warnings.length > 0) text += `,"w":${findingsText(policy.warnings)}`;
  if (policy.blocked !== null) text += `,"b":${findingText(policy.blocked)}`;
  if (decision.unvalued_skus.length > 0) {
    text += `,"x":[${decision.unvalued_skus.map((sku) => lineOf(sku, order.lines)).join(',')}]`;
  }
  if (decision.item_controls.length > 0) text += `,"i":[${decision.item_controls.join(',')}]`;
  if (decision.budget_exhausted) text += ',"t":1';
  return `${text}}`;
}

/** What stands before a key: nothing is unfulfilled, warned of or blocked without a driver or a ranking before it. */
function before(text: string): string {
  return text === '' ? '{' : ',';
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
    total_value_cents: stored.v ?? 0,
    unvalued_skus: stored.x?.map((line) => lines[line]!.sku) ?? [],
    item_controls: stored.i ?? [],
    budget_exhausted: stored.t === 1,
  };
}

/** The units that a stored decision gives, without reading the rest of it. */
export function allocationsOf(data: string): LineAllocation[] {
  return toAllocations(JSON.parse(data) as StoredDecision);
}

function allocationsText(allocations: readonly LineAllocation[]): string {
  let text = allocationText(allocations[0]!);
  for (let i = 1; i < allocations.length; i += 1) text += `,${allocationText(allocations[i]!)}`;
  return `[${text}]`;
}

/** Texts of the allocations that nearly all are, of a few units of one of the first lines, written once. */
const SMALL = { line: 16, warehouse: 32, quantity: 16 };
const smallAllocations: string[] = Array(SMALL.line * SMALL.warehouse * SMALL.quantity).fill('');

function allocationText({ line, warehouse, quantity }: LineAllocation): string {
  if (line >= SMALL.line || warehouse >= SMALL.warehouse || quantity >= SMALL.quantity) {
    return `[${line},${warehouse},${quantity}]`;
  }
  const place = (line * SMALL.warehouse + warehouse) * SMALL.quantity + quantity;
  if (smallAllocations[place] === '') smallAllocations[place] = `[${line},${warehouse},${quantity}]`;
  return smallAllocations[place]!;
}

function toAllocations({ a = [] }: StoredDecision): LineAllocation[] {
  return a.map(([line, warehouse, quantity]) => ({ line, warehouse, quantity }));
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

function driverText(driver: DecisionDriver, lines: readonly OrderLine[]): string {
  const { code, warehouse, sku, required_qty, available_qty, short_qty } = driver;
  const line = sku === null ? null : lineOf(sku, lines);
  if (short_qty !== null) {
    return `["${code}",${warehouse},${line},${required_qty},${available_qty},${short_qty}]`;
  }
  if (available_qty !== null) return `["${code}",${warehouse},${line},${required_qty},${available_qty}]`;
  if (required_qty !== null) return `["${code}",${warehouse},${line},${required_qty}]`;
  if (line !== null) return `["${code}",${warehouse},${line}]`;
  return warehouse === null ? `["${code}"]` : `["${code}",${warehouse}]`;
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

function lineOf(sku: string, lines: readonly OrderLine[]): number {
  for (let line = 0; line < lines.length; line += 1) if (lines[line]!.sku === sku) return line;
  return -1;
}
