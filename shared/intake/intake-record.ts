import type { RoutingOrder } from '../contracts/order.ts';
import { unstorableText } from '../contracts/storable-text.ts';
import type { Fault } from '../errors/app-error.ts';
import { checkOrder } from './check-order.ts';

/** Where an order or a fault stands in a body that is read as a stream. */
export interface Place {
  /** The physical line, from 1; null in a JSON document, where the path says it. */
  readonly line: number | null;
  /** `orders[3].lines[0].quantity` in a document; where an order has its own line, the path within it. */
  readonly path: string;
}

export interface IntakeFault extends Place {
  readonly message: string;
}

/** One order of the body: a good one, or what is wrong with it. */
export interface IntakeRecord {
  readonly place: Place;
  /** About the memory that it takes. */
  readonly bytes: number;
  /** null where there are faults. */
  readonly order: RoutingOrder | null;
  readonly faults: readonly IntakeFault[];
}

/** Bytes that one order may have where orders are read as a stream. */
export const MAX_ORDER_BYTES = 1024 * 1024;

/** Faults that are told of one order. */
export const MAX_ORDER_FAULTS = 20;

/** The record of an order's JSON text, already parsed. */
export function jsonRecord(place: Place, json: string, sent: unknown): IntakeRecord {
  const faults = unstorableText(json, sent);
  const order = faults.length === 0 ? checkOrder(sent, faults) : null;
  return {
    place,
    bytes: json.length,
    order,
    faults: faults.slice(0, MAX_ORDER_FAULTS).map(({ path, message }) => ({
      ...placeWithin(place, path === 'body' ? '' : path),
      message,
    })),
  };
}

/** The record of an order that cannot be read at all. */
export function unreadable(place: Place, message: string): IntakeRecord {
  return { place, bytes: 0, order: null, faults: [{ ...place, message }] };
}

/** A place within another. */
export function placeWithin(place: Place, path: string): Place {
  const dot = place.path === '' || path === '' ? '' : '.';
  return { line: place.line, path: place.path + dot + path };
}

/** A fault as an answer shows it: `line 12: lines[0].quantity`. */
export function toFault({ line, path, message }: IntakeFault): Fault {
  if (line === null) return { path, message };
  return { path: path === '' ? `line ${line}` : `line ${line}: ${path}`, message };
}
