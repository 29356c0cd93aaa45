import { DAY_MS } from '../../engine/rules/departures.ts';
// A pair is a SKU at a warehouse. What it has follows from its last count, from the entries later than it, and from the
// reservations that no count or sync has ended. Moments are in whole milliseconds since 1970.

/** The earliest moment that a log of so many days knows. */
export function logStart(now: number, days: number): number {
  return now - days * DAY_MS;
}

/** The last count of a pair. It is kept with the pair's stock. */
export interface PairCount {
  readonly quantity: number;
  /** Null: the pair was never counted, or only the moment of `counted_by` says when. */
  readonly counted_at: number | null;
  /** The sync that counted it, whose moment is shown as `synced_at`; null: the pair was never counted. */
  readonly counted_by: number | null;
  /** Whether it is of the shelf: then shipments are compared by when they left. */
  readonly on_hand: boolean;
  /** Reservations of decisions before it have ended: the last count knew of them that leaves such units out. Null: none have. */
  readonly ended_before: number | null;
  /** By how many units the count and what is later fall below 0. */
  readonly missing: number;
}

/** Something that changed what stands on the shelf: goods came or went (`change`), or an order's left (`shipment`). */
export interface PairEntry {
  readonly kind: 'change' | 'shipment';
  /** By how many units there is more. */
  readonly quantity: number;
  /** Of a shipment the moment of its decision. */
  readonly happened_at: number;
  /** When it left the shelf. It differs from `happened_at` only for a shipment. */
  readonly left_at: number;
}

export interface Pair {
  readonly sku: string;
  /** Its database id. */
  readonly warehouse: number;
  /** At least 0. */
  quantity: number;
  /** More than the quantity: the pair is short. */
  reserved: number;
  /** The sync that last changed its quantity; null: none did. */
  ingest_run_id: number | null;
  count: PairCount;
}

/** Which pair. The warehouse has its database id. */
export type PairKey = Pick<Pair, 'sku' | 'warehouse'>;

/** A count in its stored form. */
export type StoredCount = readonly [
  quantity: number,
  /** Null: that of the sync. A large upload does not know it yet when it writes its rows. */
  countedAt: number | null,
  endedBefore: number | null,
  missing: number,
  onHand: 0 | 1,
  countedBy: number | null,
];

export const NEVER_COUNTED: PairCount = {
  quantity: 0,
  counted_at: null,
  counted_by: null,
  on_hand: false,
  ended_before: null,
  missing: 0,
};

export function encodeCount({
  quantity,
  counted_at,
  counted_by,
  ended_before,
  missing,
  on_hand,
}: PairCount): StoredCount {
  return [quantity, counted_at, ended_before, missing, on_hand ? 1 : 0, counted_by];
}

export function decodeCount([
  quantity,
  counted_at,
  ended_before,
  missing,
  onHand,
  counted_by,
]: StoredCount): PairCount {
  return { quantity, counted_at, counted_by, ended_before, missing, on_hand: onHand === 1 };
}

/** Whether a count does not know of an entry. Of the same millisecond, it knows of a change, and not of a shipment. */
export function isLater(
  { kind, happened_at, left_at }: Omit<PairEntry, 'quantity'>,
  { counted_at, on_hand }: Pick<PairCount, 'counted_at' | 'on_hand'>,
): boolean {
  if (counted_at === null) return true;
  if (kind === 'change') return happened_at > counted_at;
  return (on_hand ? left_at : happened_at) >= counted_at;
}

/** Whether the reservation of a decision of some moment has ended at a pair, because a count knew of it. */
export function isEnded(decidedAt: number, { ended_before }: Pick<PairCount, 'ended_before'>): boolean {
  return ended_before !== null && decidedAt < ended_before;
}

/** What a pair would have if there were so many units more: below 0, units are missing. */
export function sumWith({ quantity, count }: Pair, units: number): number {
  return quantity - count.missing + units;
}

/**
 * Adds an entry that the count of its pair did not know of. New stock covers the shortfall first. Returns whether the quantity
 * changed.
 */
export function applyEntry(pair: Pair, entry: PairEntry): boolean {
  if (!isLater(entry, pair.count)) return false;
  const sum = sumWith(pair, entry.quantity);
  pair.quantity = Math.max(0, sum);
  pair.count = { ...pair.count, missing: Math.max(0, -sum) };
  return true;
}

/** A count of a pair with what it did not know of. */
export interface NewCount {
  readonly quantity: number;
  /** Null: that of the sync. */
  readonly counted_at: number | null;
  readonly counted_by: number;
  readonly on_hand: boolean;
  /** The sum of the entries that are later. */
  readonly newerEntries: number;
  /** The units of the active reservations that it does not know of. A count of the shelf ends none. */
  readonly keptUnits: number;
}

export function recount(pair: Pair, { newerEntries, keptUnits, ...count }: NewCount): void {
  const ended_before = count.on_hand ? pair.count.ended_before : count.counted_at;
  const sum = count.quantity + newerEntries;
  pair.count = { ...count, ended_before, missing: Math.max(0, -sum) };
  pair.quantity = Math.max(0, sum);
  if (!count.on_hand) pair.reserved = keptUnits;
}

/** By how many units more is reserved than there is. */
export function shortOf({ quantity, reserved }: Pick<Pair, 'quantity' | 'reserved'>): number {
  return Math.max(0, reserved - quantity);
}
