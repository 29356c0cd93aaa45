import { piece, pieceOf, piecesBy, type Utf8Writer } from './utf8-writer.ts';

/**
 * A form writes a value as JSON. The form of an object is a table of fields:
 *
 *     const line = object<Line>({ sku: text(({ sku }) => sku), ship_qty: integer(({ units }) => units) });
 *
 * It takes half the time of JSON.stringify on objects of the answer's form, because these objects are never made and what
 * repeats is bytes already (suites `batch` and `results`). A form may use a context that all values of an answer share.
 */
export interface Form<T, C = unknown> {
  readonly shape: Shape;
  readonly write: Write<T, C>;
}

/** Writes a value. */
export type Write<T, C = unknown> = (out: Utf8Writer, value: T, context: C) => void;

/** Forms by the names of the members that they write, in this order. */
export type Fields<T, C = unknown> = Readonly<Record<string, Form<T, C>>>;

/** Some members of an object. Each begins with a comma. The object's brace replaces the comma of the first one. */
export interface Members<T, C = unknown> {
  readonly members: Readonly<Record<string, Shape>>;
  readonly steps: readonly Step<T, C>[];
}

interface Step<T, C> {
  readonly before: Uint8Array;
  readonly write: Write<T, C>;
}

/** What a form writes. Tests compare it with the schema of the contract. */
export interface Shape {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly nullable?: true;
  /** Whether the member is written only in some cases. */
  readonly optional?: true;
  readonly items?: Shape;
  readonly members?: Readonly<Record<string, Shape>>;
}

type Get<T, C, V> = (value: T, context: C) => V;

/** A string of a fixed list, or true or false, as JSON. */
const bytesOfCode = piecesBy<string | boolean>((found) => JSON.stringify(found));

const NOTHING = piece('');
const NULL = piece('null');
const COMMA = piece(',');
const [OPEN_ARRAY, CLOSE_ARRAY] = [piece('['), piece(']')];
const CLOSE_OBJECT = piece('}');
const OPEN_BRACE = '{'.charCodeAt(0);

/** A value that a function writes. */
export function written<T, C>(shape: Shape, write: Write<T, C>): Form<T, C> {
  return { shape, write };
}

/** A value that `write` writes, or null. */
function orNull<T, C, V>(
  shape: Shape,
  get: Get<T, C, V | null>,
  write: (out: Utf8Writer, found: V) => void,
): Form<T, C> {
  return written({ ...shape, nullable: true }, (out, value, context) => {
    const found = get(value, context);
    if (found === null) out.put(NULL);
    else write(out, found);
  });
}

/** A string. */
export function text<T, C>(get: Get<T, C, string>): Form<T, C> {
  return written({ type: 'string' }, (out, value, context) => out.json(get(value, context)));
}

/** A string or null. */
export function textOrNull<T, C>(get: Get<T, C, string | null>): Form<T, C> {
  return orNull({ type: 'string' }, get, (out, found) => out.json(found));
}

/** A string of a fixed list. The bytes of each string are made once. */
export function code<T, C>(get: Get<T, C, string>): Form<T, C> {
  return written({ type: 'string' }, (out, value, context) => out.put(bytesOfCode(get(value, context))));
}

/** A string of a fixed list, or null. */
export function codeOrNull<T, C>(get: Get<T, C, string | null>): Form<T, C> {
  return orNull({ type: 'string' }, get, (out, found) => out.put(bytesOfCode(found)));
}

/** True or false. */
export function flag<T, C>(get: Get<T, C, boolean>): Form<T, C> {
  return written({ type: 'boolean' }, (out, value, context) => out.put(bytesOfCode(get(value, context))));
}

/** An array of strings. */
export function texts<T, C>(get: Get<T, C, readonly string[]>): Form<T, C> {
  return array(
    get,
    text((element) => element),
  );
}

/** An integer. */
export function integer<T, C>(get: Get<T, C, number>): Form<T, C> {
  return written({ type: 'integer' }, (out, value, context) => out.integer(get(value, context)));
}

/** An integer or null. */
export function integerOrNull<T, C>(get: Get<T, C, number | null>): Form<T, C> {
  return orNull({ type: 'integer' }, get, (out, found) => out.integer(found));
}

/** A value that is JSON text already. */
export function json<T, C>(shape: Shape, get: Get<T, C, string>): Form<T, C> {
  return written(shape, (out, value, context) => out.write(get(value, context)));
}

/** A value that is bytes already, written by the form `known`. */
export function knownAs<T, C>(known: { readonly shape: Shape }, get: Get<T, C, Uint8Array>): Form<T, C> {
  return written(known.shape, (out, value, context) => out.put(get(value, context)));
}

/** A value that is bytes already, written by the form `known`, or null. */
export function knownAsOrNull<T, C>(
  known: { readonly shape: Shape },
  get: Get<T, C, Uint8Array | null>,
): Form<T, C> {
  return orNull(known.shape, get, (out, found) => out.put(found));
}

/** An array. The form `element` writes each element. */
export function array<T, C, E>(get: Get<T, C, readonly E[]>, element: Form<E, C>): Form<T, C> {
  const { shape, write } = element;
  return written({ type: 'array', items: shape }, (out, value, context) => {
    const elements = get(value, context);
    out.put(OPEN_ARRAY);
    for (let i = 0; i < elements.length; i += 1) {
      if (i > 0) out.put(COMMA);
      write(out, elements[i]!, context);
    }
    out.put(CLOSE_ARRAY);
  });
}

/** Fields, or members that are made of fields. */
export type Part<T, C = unknown> = Fields<T, C> | Members<T, C>;

/** An object with the members of all parts, in this order. One of them is always written. */
export function object<T, C = unknown>(...parts: readonly Part<T, C>[]): Form<T, C> {
  const all = members(...parts);
  const writeMembers = writerOf(all);
  return written({ type: 'object', members: all.members }, (out, value, context) => {
    const begin = out.length;
    writeMembers(out, value, context);
    out.replace(begin, OPEN_BRACE).put(CLOSE_OBJECT);
  });
}

/** The members of all parts. */
export function members<T, C = unknown>(...parts: readonly Part<T, C>[]): Members<T, C> {
  const all = parts.map((part) => (isMembers(part) ? part : ofFields(part)));
  return {
    members: Object.assign({}, ...all.map(({ members: shapes }) => shapes)),
    steps: all.flatMap(({ steps }) => steps),
  };
}

function isMembers<T, C>(part: Part<T, C> | Form<T, C>): part is Members<T, C> {
  return Array.isArray((part as Partial<Members<T, C>>).steps);
}

function ofFields<T, C>(fields: Fields<T, C>): Members<T, C> {
  const named = Object.entries(fields);
  return {
    members: Object.fromEntries(named.map(([name, { shape }]) => [name, shape])),
    steps: named.map(([name, { write }]) => ({ before: piece(`,"${name}":`), write })),
  };
}

function membersBy<T, C>(shapes: Members<T, C>['members'], write: Write<T, C>): Members<T, C> {
  return { members: shapes, steps: [{ before: NOTHING, write }] };
}

/** Members that are bytes already, written by `known`. */
export function knownMembers<T, C>(
  known: { readonly members: Readonly<Record<string, Shape>> },
  get: Get<T, C, Uint8Array>,
): Members<T, C> {
  return membersBy(known.members, (out, value, context) => out.put(get(value, context)));
}

/** Members that are written only if `isThere`. */
export function when<T, C>(isThere: Get<T, C, boolean>, fields: Fields<T, C>): Members<T, C> {
  const part = ofFields(fields);
  const write = writerOf(part);
  const optional = Object.entries(part.members).map(([name, shape]) => [name, { ...shape, optional: true }]);
  return membersBy(Object.fromEntries(optional), (out, value, context) => {
    if (isThere(value, context)) write(out, value, context);
  });
}

/** A cache of bytes. */
export interface Cache<K> {
  get(key: K): Uint8Array | undefined;
  set(key: K, bytes: Uint8Array): unknown;
}

/**
 * A part whose bytes depend only on a key. They are made once for each key and cached; if the key is null, each time.
 */
export function cached<T, C, K, P extends Form<T, C> | Members<T, C>>(
  cacheOf: Get<T, C, Cache<K>>,
  keyOf: Get<T, C, K | null>,
  part: P,
): P;
export function cached<T, C, K>(
  cacheOf: Get<T, C, Cache<K>>,
  keyOf: Get<T, C, K | null>,
  part: Form<T, C> | Members<T, C>,
): Form<T, C> | Members<T, C> {
  const writePart = writerOf(part);
  const write: Write<T, C> = (out, value, context) => {
    const key = keyOf(value, context);
    if (key === null) {
      writePart(out, value, context);
      return;
    }
    const cache = cacheOf(value, context);
    let bytes = cache.get(key);
    if (bytes === undefined) {
      bytes = pieceOf((once) => writePart(once, value, context));
      cache.set(key, bytes);
    }
    out.put(bytes);
  };
  return isMembers(part) ? membersBy(part.members, write) : written(part.shape, write);
}

/** The function that writes a form, or members with their commas. */
export function writerOf<T, C>(part: Form<T, C> | Members<T, C>): Write<T, C> {
  if (!isMembers(part)) return part.write;
  const { steps } = part;
  return (out, value, context) => {
    for (let i = 0; i < steps.length; i += 1) {
      const { before, write } = steps[i]!;
      out.put(before);
      write(out, value, context);
    }
  };
}
