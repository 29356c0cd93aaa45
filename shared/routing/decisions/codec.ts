import { shipmentsOf, shortagesOf } from '../../engine/derive.ts';
import type { Cents } from '../../engine/money.ts';
import { policyOutcome, qualityOf } from '../../engine/outcome.ts';
import type {
  Decision,
  DecisionDriver,
  LineAllocation,
  OrderLine,
  OrderStatus,
  PolicyFinding,
  RerouteRequest,
  UnfulfilledReason,
  UnroutableCode,
} from '../../engine/types.ts';
import {
  array,
  asciiJson,
  code,
  type Form,
  integer,
  integerOrNull,
  integers,
  json,
  tuple,
  within,
  writerOf,
  written,
} from '../../foundation/json-form.ts';
import { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { parseRanking, rankingText } from './ranking-text.ts';

/**
 * A decision as it is stored in `decisions.data`: compact JSON. It leaves out defaults, and all that follows from the
 * order's lines and the decision's status (quality, shipments, quantities unfulfilled, policy outcome). A plain FULL of
 * two lines takes some 50 bytes. A hot path: it is written for every order (suites `engine` and `managed-run`). SQL
 * views read the key `a`.
 */
export type EncodedDecision = {
  readonly [K in keyof typeof FIELDS]?: Parameters<(typeof FIELDS)[K]['read']>[0];
};

type Lines = readonly OrderLine[];

/** The order that a decision is written with. */
interface Context {
  readonly lines: Lines;
}

/** One part of a stored decision. */
interface Field<S, V> {
  /** Whether the part is the default, which is not stored. */
  readonly isDefault: (decision: Decision) => boolean;
  readonly form: Form<Decision, Context>;
  /** Reads what the form wrote; undefined gives the default. */
  readonly read: (stored: S | undefined, lines: Lines) => V;
}

/** Infers the types of a field from how it is read. */
function field<S, V>(described: Field<S, V>): Field<S, V> {
  return described;
}

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

const finding = tuple<PolicyFinding, Context>(
  code(({ rule }) => rule),
  integerOrNull(({ warehouse }) => warehouse),
  integerOrNull(({ found }) => found),
  integer(({ limit }) => limit),
);
const readFinding = ([rule, warehouse, found, limit]: StoredFinding): PolicyFinding => ({
  rule,
  warehouse,
  found,
  limit,
});

/**
 * By their keys, in the order in which they are written. The keys l, s, h and y are not used again: rows of earlier
 * releases have their evidence there.
 */
const FIELDS = {
  /** Allocations. */
  a: field({
    isDefault: ({ allocations }) => allocations.length === 0,
    form: written({ type: 'array' }, writeAllocations),
    // Read by index: a destructuring pattern would run the iterator of each array, which is slow.
    read: (stored: readonly (readonly [line: number, warehouse: number, quantity: number])[] = []) =>
      stored.map((each): LineAllocation => ({ line: each[0], warehouse: each[1], quantity: each[2] })),
  }),
  /** Ranking. */
  r: field({
    isDefault: ({ ranked }) => ranked.length === 0,
    form: asciiJson({ type: 'string' }, ({ ranked }) => rankingText(ranked)),
    read: (stored: string | readonly number[] | undefined) =>
      stored === undefined ? [] : parseRanking(stored),
  }),
  /** Total value in cents: as text if a double cannot count it. */
  v: field({
    isDefault: ({ total_value_cents }) => total_value_cents === 0,
    form: written({ type: 'integer' }, (out, { total_value_cents: cents }) => {
      if (typeof cents === 'number') out.integer(cents);
      else out.ascii(`"${cents}"`);
    }),
    // A number past 2^53 was stored by an earlier release, which rounded it. It is shown as it was stored.
    read: (stored: number | string = 0): Cents =>
      Number.isSafeInteger(stored) ? (stored as number) : BigInt(stored),
  }),
  /** Profile index. */
  p: field({
    isDefault: ({ profile }) => profile === null,
    form: integerOrNull(({ profile }) => profile),
    read: (stored: number | null = null) => stored,
  }),
  /** Driver, without nulls at its end. The default: the preferred warehouse ships all. */
  d: field({
    isDefault: ({ driver }) => driver.code === DEFAULT_DRIVER,
    form: written({ type: 'array' }, writeDriver),
    read: (stored: StoredDriver = [DEFAULT_DRIVER], lines): DecisionDriver => {
      const [driverCode, warehouse = null, line = null, required = null, available = null, short = null] =
        stored;
      return {
        code: driverCode,
        sku: line === null ? null : lines[line]!.sku,
        required_qty: required,
        available_qty: available,
        short_qty: short,
        warehouse,
      };
    },
  }),
  /** Code of a NONE. */
  n: field({
    isDefault: ({ unroutable }) => unroutable === null,
    form: code(({ unroutable }) => unroutable!),
    read: (stored: UnroutableCode | null = null) => stored,
  }),
  /** Why units are unfulfilled: one reason for all SKUs, or one for each. */
  u: field({
    isDefault: ({ unfulfilled }) =>
      unfulfilled.length === 0 || unfulfilled.every(({ reason }) => reason === DEFAULT_REASON),
    form: asciiJson({ type: 'array' }, ({ unfulfilled }) => reasonsText(unfulfilled)),
    read: (stored: UnfulfilledReason | readonly UnfulfilledReason[] = DEFAULT_REASON) => stored,
  }),
  /** Policy warnings. */
  w: field({
    isDefault: ({ policy }) => policy.warnings.length === 0,
    form: array(({ policy }) => policy.warnings, finding),
    read: (stored: readonly StoredFinding[] = []) => stored.map(readFinding),
  }),
  /** Policy rule that blocked the best route. */
  b: field({
    isDefault: ({ policy }) => policy.blocked === null,
    form: within(({ policy }) => policy.blocked!, finding),
    read: (stored: StoredFinding | undefined) => (stored === undefined ? null : readFinding(stored)),
  }),
  /** SKUs without a value, by their first lines. */
  x: field({
    isDefault: ({ unvalued_skus }) => unvalued_skus.length === 0,
    form: integers(({ unvalued_skus }, { lines }) => firstLines(unvalued_skus, lines)),
    read: (stored: readonly number[] = [], lines) => stored.map((line) => lines[line]!.sku),
  }),
  /** Item control indexes. */
  i: field({
    isDefault: ({ item_controls }) => item_controls.length === 0,
    form: integers(({ item_controls }) => item_controls),
    read: (stored: readonly number[] = []) => stored,
  }),
  /** 1: the search stopped at its budget. */
  t: field({
    isDefault: ({ budget_exhausted }) => !budget_exhausted,
    form: integer(() => 1),
    read: (stored: 0 | 1 = 0) => stored === 1,
  }),
  /** The least number of shipments that the search has proved. */
  m: field({
    isDefault: ({ at_least_shipments }) => at_least_shipments === null,
    form: integerOrNull(({ at_least_shipments }) => at_least_shipments),
    read: (stored: number | null = null) => stored,
  }),
  /** What narrowed the candidates of an order that was routed again. */
  q: field({
    isDefault: ({ reroute }) => reroute === undefined,
    form: json({ type: 'array' }, ({ reroute }) => JSON.stringify(storedReroute(reroute!))),
    read: (stored: StoredReroute | undefined): RerouteRequest | undefined => {
      if (stored === undefined) return undefined;
      const [exclude_warehouse_ids, only_warehouse_ids, note] = stored;
      return { exclude_warehouse_ids, only_warehouse_ids, note };
    },
  }),
};

const WRITERS = Object.entries(FIELDS).map(([key, { isDefault, form }]) => ({
  isDefault,
  writeFirst: writerOf(form, `{"${key}":`),
  writeNext: writerOf(form, `,"${key}":`),
}));

/** Encodes a decision on an order with these lines as text. */
export function encodeDecision(decision: Decision, order: Context): string {
  const out = new Utf8Writer(USUAL_BYTES);
  writeDecision(out, decision, order);
  return out.bytes().toString();
}

const USUAL_BYTES = 256;

/** The same, written to `out`. */
export function writeDecision(out: Utf8Writer, decision: Decision, order: Context): void {
  const begin = out.length;
  for (let i = 0; i < WRITERS.length; i += 1) {
    const { isDefault, writeFirst, writeNext } = WRITERS[i]!;
    if (isDefault(decision)) continue;
    if (out.length === begin) writeFirst(out, decision, order);
    else writeNext(out, decision, order);
  }
  out.ascii(out.length === begin ? '{}' : '}');
}

/** Reads the decision that encodeDecision wrote, given the order's lines and the stored status. */
export function decodeDecision(data: string, status: OrderStatus, lines: Lines): Decision {
  return decodeParsed(JSON.parse(data) as EncodedDecision, status, lines);
}

/** The same for a caller that has parsed it. */
export function decodeParsed(encoded: EncodedDecision, status: OrderStatus, lines: Lines): Decision {
  const allocations = FIELDS.a.read(encoded.a, lines);
  const ranked = FIELDS.r.read(encoded.r, lines);
  const warnings = FIELDS.w.read(encoded.w, lines);
  const blocked = FIELDS.b.read(encoded.b, lines);
  const reasons = FIELDS.u.read(encoded.u, lines);
  const driver = FIELDS.d.read(encoded.d, lines);
  const reroute = FIELDS.q.read(encoded.q, lines);
  const shipments = shipmentsOf(allocations, ranked, lines);
  const shipsAll = status === 'FULL' || status === 'SPLIT';
  return {
    status,
    quality: qualityOf(status, shipments[0]?.warehouse === ranked[0]),
    profile: FIELDS.p.read(encoded.p, lines),
    ranked,
    shipments,
    allocations,
    unfulfilled: shipsAll
      ? []
      : shortagesOf(allocations, lines).map((shortage, index) => ({
          ...shortage,
          reason: typeof reasons === 'string' ? reasons : (reasons[index] ?? DEFAULT_REASON),
        })),
    policy: { outcome: policyOutcome(status, warnings.length, blocked), warnings, blocked },
    driver: encoded.d === undefined ? { ...driver, warehouse: ranked[0] ?? null } : driver,
    unroutable: FIELDS.n.read(encoded.n, lines),
    total_value_cents: FIELDS.v.read(encoded.v, lines),
    unvalued_skus: FIELDS.x.read(encoded.x, lines),
    item_controls: FIELDS.i.read(encoded.i, lines),
    budget_exhausted: FIELDS.t.read(encoded.t, lines),
    at_least_shipments: FIELDS.m.read(encoded.m, lines),
    ...(reroute && { reroute }),
  };
}

/** The units that a stored decision allocates, without reading the rest of it. */
export function decodeAllocations(data: string): LineAllocation[] {
  return FIELDS.a.read((JSON.parse(data) as EncodedDecision).a, []);
}

// Allocations and drivers are written by loops of their own, because most decisions have
// them: by nested forms a whole decision takes a third longer.

function writeAllocations(out: Utf8Writer, { allocations }: Decision): void {
  for (let i = 0; i < allocations.length; i += 1) {
    const { line, warehouse, quantity } = allocations[i]!;
    out
      .ascii(i === 0 ? '[[' : ',[')
      .integer(line)
      .ascii(',')
      .integer(warehouse);
    out.ascii(',').integer(quantity).ascii(']');
  }
  out.ascii(']');
}

function writeDriver(out: Utf8Writer, { driver }: Decision, { lines }: Context): void {
  const { code: driverCode, sku, warehouse, required_qty, available_qty, short_qty } = driver;
  const line = sku === null ? null : lineOf(sku, lines);
  const facts = [warehouse, line, required_qty, available_qty, short_qty];
  let length = facts.length;
  while (length > 0 && facts[length - 1] === null) length -= 1;
  out.ascii('["').ascii(driverCode).ascii('"');
  for (let i = 0; i < length; i += 1) {
    const fact = facts[i]!;
    if (fact === null) out.ascii(',null');
    else out.ascii(',').integer(fact);
  }
  out.ascii(']');
}

function lineOf(sku: string, lines: Lines): number {
  for (let line = 0; line < lines.length; line += 1) if (lines[line]!.sku === sku) return line;
  return -1;
}

function reasonsText(unfulfilled: Decision['unfulfilled']): string {
  const [first] = unfulfilled;
  return unfulfilled.every(({ reason }) => reason === first!.reason)
    ? `"${first!.reason}"`
    : `[${unfulfilled.map(({ reason }) => `"${reason}"`).join(',')}]`;
}

function storedReroute(reroute: RerouteRequest): StoredReroute {
  return [reroute.exclude_warehouse_ids, reroute.only_warehouse_ids, reroute.note];
}

/** The first line of each SKU. An order may have thousands of both. */
function firstLines(skus: readonly string[], lines: Lines): number[] {
  const first = new Map<string, number>();
  for (let line = lines.length - 1; line >= 0; line -= 1) first.set(lines[line]!.sku, line);
  return skus.map((sku) => first.get(sku) ?? -1);
}
