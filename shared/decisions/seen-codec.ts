import type { SeenStock } from '../engine/explain.ts';
import { haveOwnSkus } from '../engine/own-skus.ts';
import type { Decision, Destination, Lane, OrderLine, UnitValues } from '../engine/types.ts';
import { piece, Utf8Writer } from '../platform/utf8-writer.ts';

/**
 * What a decision saw, as it is stored beside it in `decisions.data`, so that it can be explained for ever. Lanes stand
 * by warehouse index, as all orders to one destination share them; units by SKU in line order, then by rank, zeros at
 * the end left out. A FULL from rank 1 keeps its lanes alone.
 */

/** By warehouse: null without a lane, else its days and miles. A text is the source of the lanes behind it. */
export type StoredLanes = readonly (string | number | null)[];
export type StoredUnits = readonly (readonly number[])[];
/** By SKU. */
export type StoredUnitValues = readonly (number | null)[];

/** What an order saw at its turn. */
export interface Seen {
  /** By warehouse index. Null: they are looked up where they never change, or were not kept. */
  readonly lanes: readonly (Lane | null)[] | null;
  readonly stock: SeenStock | null;
  readonly unit_values: UnitValues;
}

/** What a SeenEncoder is made with: the same for all decisions of a request. */
export interface Sight {
  /** Whether lanes are kept: where they may be others when they are asked for again. */
  readonly keepsLanes: boolean;
  /** As it is at each decision's turn; null in routing-only mode. */
  readonly stock: SeenStock | null;
}

/** JSON members to stand behind those of a decision: `,"l":[…],"s":[…]`. */
export type EncodedSeen = Uint8Array;

/** Nothing to keep. */
export const NOTHING_SEEN: EncodedSeen = new Uint8Array();

/**
 * Encodes what decisions see, each before it uses up stock. A hot path: the stock of all of them is written into one
 * buffer, and decisions to one destination share the bytes of its lanes.
 */
export class SeenEncoder {
  readonly #sight: Sight;
  readonly #out: Utf8Writer;
  /** By place: the lanes where no stock is kept, else where all of it begins and ends in `out`. */
  readonly #lanes: EncodedSeen[];
  readonly #begins: number[];
  readonly #ends: number[];

  constructor(decisions: number, sight: Sight) {
    this.#sight = sight;
    this.#out = new Utf8Writer(decisions * USUAL_BYTES);
    this.#lanes = new Array<EncodedSeen>(decisions).fill(NOTHING_SEEN);
    this.#begins = new Array<number>(decisions).fill(0);
    this.#ends = new Array<number>(decisions).fill(0);
  }

  /** Takes what the decision at a place of the request saw; `unit_values` are null where no minimum value decides. */
  add(
    place: number,
    decision: Decision,
    lines: readonly OrderLine[],
    destination: Destination | null,
    unit_values: UnitValues | null,
  ): void {
    if (decision.ranked.length === 0 || destination === null) return;
    const { keepsLanes, stock } = this.#sight;
    const lanes = keepsLanes ? encodedLanes(destination) : NOTHING_SEEN;
    if (stock === null || !isStockKept(decision)) {
      this.#lanes[place] = lanes;
      return;
    }
    const out = this.#out;
    this.#begins[place] = out.length;
    const skus = skusOf(lines);
    writeUnits(out.put(lanes).ascii(',"s":['), skus, decision.ranked, stock.available);
    if (hasUnits(skus, decision.ranked, stock.reserved)) {
      writeUnits(out.ascii('],"h":['), skus, decision.ranked, stock.reserved);
    }
    out.ascii(']');
    if (unit_values !== null) {
      const values = skus.map((sku) => unit_values.get(sku) ?? null);
      out.ascii(',"y":').ascii(JSON.stringify(values));
    }
    this.#ends[place] = out.length;
  }

  /** What was taken, by place. */
  encoded(): EncodedSeen[] {
    const bytes = this.#out.bytes();
    return this.#lanes.map((lanes, place) =>
      this.#ends[place] === 0 ? lanes : bytes.subarray(this.#begins[place], this.#ends[place]),
    );
  }
}

const USUAL_BYTES = 96;

/** Reads what a SeenEncoder wrote, given the decision and the order's lines. */
export function decodeSeen(
  { l, s, h, y }: { l?: StoredLanes; s?: StoredUnits; h?: StoredUnits; y?: StoredUnitValues },
  { ranked }: Decision,
  lines: readonly OrderLine[],
): Seen {
  const skus = skusOf(lines);
  const values = (y ?? []).flatMap((value, place) =>
    value === null ? [] : ([[skus[place]!, value]] as const),
  );
  return {
    lanes: l === undefined ? null : toLanes(l),
    stock:
      s === undefined
        ? null
        : { available: toUnits(s, skus, ranked), reserved: toUnits(h ?? [], skus, ranked) },
    unit_values: new Map(values),
  };
}

/**
 * SQL for a stored decision without what it saw, which is most of its bytes and is needed only to explain it. What it
 * saw stands last, except where the order was routed again by hand: such a decision is given whole. Stored texts have
 * their quotes escaped, so that none looks like a key.
 */
export function withoutSeen(column: string): string {
  const text = `${column}::text`;
  const begin = (key: string) => `nullif(strpos(${text}, ',"${key}":'), 0)`;
  const end = `coalesce(${begin('l')}, ${begin('s')}, length(${text}))`;
  return `CASE WHEN ${begin('q')} IS NULL THEN left(${text}, ${end} - 1) || '}' ELSE ${text} END`;
}

/** Whether a decision needs what it saw of stock to be explained: a route was sought, and not all ships from rank 1. */
export function isStockKept({ status, ranked, shipments, unroutable }: Decision): boolean {
  if (unroutable === 'item_control_hold' || unroutable === 'external_fulfillment') return false;
  return ranked.length > 0 && !(status === 'FULL' && shipments[0]!.warehouse === ranked[0]);
}

/** Orders to one destination share it, so that its lanes are mostly encoded. */
const known = new WeakMap<Destination, EncodedSeen>();

function encodedLanes(destination: Destination): EncodedSeen {
  let encoded = known.get(destination);
  if (encoded === undefined) {
    encoded = piece(`,"l":${JSON.stringify(toStoredLanes(destination.lanes))}`);
    known.set(destination, encoded);
  }
  return encoded;
}

function toStoredLanes(lanes: readonly (Lane | null)[]): StoredLanes {
  const stored: (string | number | null)[] = [];
  let source: string | null = null;
  for (const lane of lanes) {
    if (lane === null) {
      stored.push(null);
      continue;
    }
    if (lane.source !== source) stored.push(lane.source);
    source = lane.source;
    stored.push(lane.transit_days, lane.distance_miles);
  }
  return stored;
}

function toLanes(stored: StoredLanes): (Lane | null)[] {
  const lanes: (Lane | null)[] = [];
  let source = '';
  for (let place = 0; place < stored.length; place++) {
    const each = stored[place]!;
    if (typeof each === 'string') source = each;
    else if (each === null) lanes.push(null);
    else lanes.push({ transit_days: each, distance_miles: stored[++place] as number | null, source });
  }
  return lanes;
}

function writeUnits(
  out: Utf8Writer,
  skus: readonly string[],
  ranked: readonly number[],
  units: SeenStock['available'],
): void {
  for (let place = 0; place < skus.length; place++) {
    const byWarehouse = units.get(skus[place]!) ?? NO_UNITS;
    let last = ranked.length;
    while (last > 0 && !byWarehouse[ranked[last - 1]!]) last--;
    out.ascii(place === 0 ? '[' : ',[');
    for (let position = 0; position < last; position++) {
      if (position > 0) out.ascii(',');
      out.integer(byWarehouse[ranked[position]!] ?? 0);
    }
    out.ascii(']');
  }
}

const NO_UNITS: ArrayLike<number> = [];

function hasUnits(
  skus: readonly string[],
  ranked: readonly number[],
  units: SeenStock['available'],
): boolean {
  for (let place = 0; place < skus.length; place++) {
    const byWarehouse = units.get(skus[place]!) ?? NO_UNITS;
    for (let position = 0; position < ranked.length; position++) {
      if (byWarehouse[ranked[position]!]) return true;
    }
  }
  return false;
}

function toUnits(
  stored: StoredUnits,
  skus: readonly string[],
  ranked: readonly number[],
): SeenStock['available'] {
  return new Map(
    skus.map((sku, place) => {
      const byWarehouse: number[] = [];
      ranked.forEach((warehouse, position) => {
        byWarehouse[warehouse] = stored[place]?.[position] ?? 0;
      });
      return [sku, byWarehouse];
    }),
  );
}

function skusOf(lines: readonly OrderLine[]): string[] {
  const skus = lines.map(({ sku }) => sku);
  return haveOwnSkus(lines) ? skus : [...new Set(skus)];
}
