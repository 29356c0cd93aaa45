import type { Fault } from '../../foundation/errors/app-error.ts';
import type { ErrorCode } from '../../foundation/errors/catalogue.ts';
import { pathWithin } from '../../foundation/errors/faults.ts';
import type { RoutingOrder } from '../order.ts';
import { unstorableText } from '../storable-text.ts';

/** The place of an element or a fault in a body that is read as a stream. */
export interface Place {
  /** The line of the file, from 1; null in a JSON document, in which the path names the place. */
  readonly line: number | null;
  /** In a JSON document `orders[3].lines[0].quantity`. If an element has its own line, the path within the element. */
  readonly path: string;
}

/** What is wrong with an element, by its path within it. */
export interface ElementFault extends Fault {
  /** The code of an endpoint that refuses a whole request for this fault, unless it is validation_failed. */
  readonly code?: ErrorCode;
}

/** A fault in a body that is read as a stream. */
export interface IntakeFault extends Place, ElementFault {}

/**
 * Makes an order or a row from a parsed element and its text. If it is faulty, adds its faults to `faults` and returns
 * null.
 */
export type ElementCheck<T> = (sent: unknown, faults: ElementFault[], json: string) => T | null;

/** One element of the body, an order or a row of stock, or its faults. */
export interface IntakeRecord<T> {
  readonly place: Place;
  /** The memory that it takes, about. */
  readonly bytes: number;
  /** null: there are faults. */
  readonly value: T | null;
  readonly faults: readonly IntakeFault[];
}

/** An order of the body. */
export interface OrderRecord extends IntakeRecord<RoutingOrder> {
  /** Of CSV, also of a faulty order: other rows of the same order may be elsewhere in the file. */
  readonly order_id?: string;
}

/** The most faults that are reported for one element. */
export const MAX_ELEMENT_FAULTS = 20;

/** The record of an element. `json` is its text, and `sent` is the parsed text. */
export function jsonRecord<T>(
  place: Place,
  json: string,
  sent: unknown,
  check: ElementCheck<T>,
): IntakeRecord<T> {
  const faults: ElementFault[] = unstorableText(json, sent);
  const value = faults.length === 0 ? check(sent, faults, json) : null;
  return {
    place,
    bytes: json.length,
    value,
    faults: faults.slice(0, MAX_ELEMENT_FAULTS).map(({ path, ...fault }) => ({
      ...fault,
      ...placeWithin(place, path === 'body' ? '' : path),
    })),
  };
}

/** The record of an element that cannot be read. */
export function unreadable(place: Place, message: string): IntakeRecord<never> {
  return { place, bytes: 0, value: null, faults: [{ ...place, message }] };
}

/** A place within another place. */
export function placeWithin(place: Place, path: string): Place {
  return { line: place.line, path: pathWithin(place.path, path) };
}

/** A fault as an answer shows it: `line 12: lines[0].quantity`. */
export function toFault({ line, path, message }: IntakeFault): Fault {
  if (line === null) return { path, message };
  return { path: path === '' ? `line ${line}` : `line ${line}: ${path}`, message };
}
