import { memoBytes, ownBytes, type Utf8Writer } from './utf8-writer.ts';

/**
 * A form is a table of fields that writes a value as JSON:
 *
 *     const line = object<Line>({ sku: text(({ sku }) => sku), ship_qty: integer(({ units }) => units) });
 *
 * It consists of texts and placeholders. All braces, commas and names between two placeholders are one text, which becomes
 * bytes once: `},{"sku":` is one copy. A form takes up to a third longer than code that writes these bytes by hand. What most orders have
 * and is short is therefore written by `written` (suites `orders`, `runs` and `engine`). A form may use a context that
 * all values of an answer share.
 */
export interface Form<T, C = unknown> extends Template<T, C> {
  readonly shape: Shape;
}

interface Template<T, C> {
  /** The text before each placeholder, then the text after the last placeholder. */
  readonly texts: readonly string[];
  readonly placeholders: readonly Placeholder<T, C>[];
}

/** What fills a placeholder: `get` gives a value, or `write` writes it. */
type Placeholder<T, C> =
  | { readonly kind: typeof TEXT; readonly get: Get<T, C, string | null> }
  | { readonly kind: typeof CODE; readonly get: Get<T, C, string | boolean | null> }
  | { readonly kind: typeof INTEGER; readonly get: Get<T, C, number | null> }
  | { readonly kind: typeof BYTES; readonly get: Get<T, C, Uint8Array | null> }
  | { readonly kind: typeof WRITTEN; readonly write: Write<T, C> };

const TEXT = 0;
const CODE = 1;
const INTEGER = 2;
const BYTES = 3;
const WRITTEN = 4;

/** Writes a value. */
type Write<T, C = unknown> = (out: Utf8Writer, value: T, context: C) => void;

/** Forms by the names of the members that they write, in this order. */
export type Fields<T, C = unknown> = Readonly<Record<string, Form<T, C>>>;

/** Some members of an object, without its braces. */
export interface Members<T, C = unknown> extends Template<T, C> {
  readonly members: Readonly<Record<string, Shape>>;
  /** Whether they are written only in some cases. Then they begin with their own comma. */
  readonly optional: boolean;
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

/** A value that a function writes. */
export function written<T, C>(shape: Shape, write: Write<T, C>): Form<T, C> {
  return form(shape, { kind: WRITTEN, write });
}

/** A string. */
export function text<T, C>(get: Get<T, C, string>): Form<T, C> {
  return form({ type: 'string' }, { kind: TEXT, get });
}

/** A string or null. */
export function textOrNull<T, C>(get: Get<T, C, string | null>): Form<T, C> {
  return form({ type: 'string', nullable: true }, { kind: TEXT, get });
}

/** A string of a fixed list. The bytes of each string are made once. */
export function code<T, C>(get: Get<T, C, string>): Form<T, C> {
  return form({ type: 'string' }, { kind: CODE, get });
}

/** A string of a fixed list, or null. */
export function codeOrNull<T, C>(get: Get<T, C, string | null>): Form<T, C> {
  return form({ type: 'string', nullable: true }, { kind: CODE, get });
}

/** True or false. */
export function flag<T, C>(get: Get<T, C, boolean>): Form<T, C> {
  return form({ type: 'boolean' }, { kind: CODE, get });
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
  return form({ type: 'integer' }, { kind: INTEGER, get });
}

/** An integer or null. */
export function integerOrNull<T, C>(get: Get<T, C, number | null>): Form<T, C> {
  return form({ type: 'integer', nullable: true }, { kind: INTEGER, get });
}

/** A value that is JSON text already. */
export function json<T, C>(shape: Shape, get: Get<T, C, string>): Form<T, C> {
  return written(shape, (out, value, context) => {
    out.write(get(value, context));
  });
}

/** A value that is bytes already, written by the form `known`. */
export function preEncoded<T, C>(known: { readonly shape: Shape }, get: Get<T, C, Uint8Array>): Form<T, C> {
  return form(known.shape, { kind: BYTES, get });
}

/** A value that is bytes already, written by the form `known`, or null. */
export function preEncodedOrNull<T, C>(
  known: { readonly shape: Shape },
  get: Get<T, C, Uint8Array | null>,
): Form<T, C> {
  return form({ ...known.shape, nullable: true }, { kind: BYTES, get });
}

function form<T, C>(shape: Shape, placeholder: Placeholder<T, C>): Form<T, C> {
  return { texts: ['', ''], placeholders: [placeholder], shape };
}

/** Members that are bytes already, written by a form with these members. */
export function preEncodedMembers<T, C>(
  { members: shapes }: { readonly members: Readonly<Record<string, Shape>> },
  get: Get<T, C, Uint8Array>,
): Members<T, C> {
  return {
    texts: ['', ''],
    placeholders: [{ kind: BYTES, get }],
    members: shapes,
    optional: false,
  };
}

/** An array. The form `element` writes each element; it has at least one placeholder. */
export function array<T, C, E>(get: Get<T, C, readonly E[]>, element: Form<E, C>): Form<T, C> {
  const { texts: around, placeholders, shape } = element;
  const tail = around.at(-1)!;
  const withoutTail = { texts: [...around.slice(0, -1), ''], placeholders };
  const writeFirst = writerOf(withoutTail, '[');
  const writeNext = writerOf(withoutTail, `${tail},`);
  const last = Buffer.from(`${tail}]`);
  return written({ type: 'array', items: shape }, (out, value, context) => {
    const elements = get(value, context);
    if (elements.length === 0) {
      out.put(EMPTY);
      return;
    }
    writeFirst(out, elements[0]!, context);
    for (let i = 1; i < elements.length; i += 1) writeNext(out, elements[i]!, context);
    out.put(last);
  });
}

/** An object with the members of all parts, in this order. */
export function object<T, C = unknown>(...parts: readonly Part<T, C>[]): Form<T, C> {
  const { texts, placeholders, members: shapes } = members(...parts);
  return { texts: surrounded('{', texts, '}'), placeholders, shape: { type: 'object', members: shapes } };
}

/** Fields, or members that are made of fields. */
export type Part<T, C = unknown> = Fields<T, C> | Members<T, C>;

/** The members of all parts, without braces. The first part is not optional. */
export function members<T, C = unknown>(...parts: readonly Part<T, C>[]): Members<T, C> {
  const all = parts.map((part) => (isMembers(part) ? part : ofFields(part)));
  return {
    texts: all.reduce<string[]>(
      (texts, part, index) => glued(texts, index === 0 || part.optional ? '' : ',', part.texts),
      [''],
    ),
    placeholders: all.flatMap(({ placeholders }) => placeholders),
    members: Object.assign({}, ...all.map(({ members: shapes }) => shapes)),
    optional: false,
  };
}

function isMembers<T, C>(part: Part<T, C>): part is Members<T, C> {
  return Array.isArray(part.placeholders);
}

function ofFields<T, C>(fields: Fields<T, C>): Members<T, C> {
  const named = Object.entries(fields);
  return {
    texts: named.reduce<string[]>(
      (texts, [name, form], index) => glued(texts, `${index === 0 ? '' : ','}"${name}":`, form.texts),
      [''],
    ),
    placeholders: named.flatMap(([, { placeholders }]) => placeholders),
    members: Object.fromEntries(named.map(([name, { shape }]) => [name, shape])),
    optional: false,
  };
}

/** Members that are written only if `isThere`. */
export function when<T, C>(isThere: Get<T, C, boolean>, fields: Fields<T, C>): Members<T, C> {
  const { texts, placeholders, members: shapes } = ofFields(fields);
  const write = writerOf({ texts: surrounded(',', texts, ''), placeholders });
  return {
    texts: ['', ''],
    placeholders: [
      {
        kind: WRITTEN,
        write: (out, value, context) => {
          if (isThere(value, context)) write(out, value, context);
        },
      },
    ],
    members: Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => [name, { ...shape, optional: true }]),
    ),
    optional: true,
  };
}

/** A cache of bytes. */
export interface Cache<K> {
  get(key: K): Uint8Array | undefined;
  set(key: K, bytes: Uint8Array): unknown;
}

/** A value whose bytes depend only on a key. They are made once for each key and cached. */
export function cached<T, C, K>(
  cacheOf: (context: C) => Cache<K>,
  keyOf: Get<T, C, K>,
  value: Form<T, C>,
): Form<T, C> {
  const writeValue = writerOf(value);
  return written(value.shape, (out, from, context) => {
    const key = keyOf(from, context);
    const cache = cacheOf(context);
    let bytes = cache.get(key);
    if (bytes === undefined) {
      bytes = ownBytes((once) => writeValue(once, from, context));
      cache.set(key, bytes);
    }
    out.put(bytes);
  });
}

/** Joins two lists of texts: the last text of one, `between` and the first text of the other become one text. */
function glued(texts: readonly string[], between: string, more: readonly string[]): string[] {
  return [...texts.slice(0, -1), `${texts.at(-1)!}${between}${more[0]!}`, ...more.slice(1)];
}

function surrounded(before: string, texts: readonly string[], after: string): string[] {
  return glued(glued([before], '', texts), '', [after]);
}

/** The function that writes a form, with a fixed text before it. */
export function writerOf<T, C>({ texts, placeholders }: Template<T, C>, prefix = ''): Write<T, C> {
  const steps = placeholders.map((placeholder, index) => {
    const before = index === 0 ? `${prefix}${texts[0]!}` : texts[index]!;
    return {
      placeholder,
      before: Buffer.from(before),
      beforeNull: Buffer.from(`${before}null`),
      beforeCode: memoBytes((found: string | boolean | null) => `${before}${JSON.stringify(found)}`),
    };
  });
  const last = Buffer.from(texts.at(-1)!);
  return (out, value, context) => {
    for (let i = 0; i < steps.length; i += 1) {
      const { placeholder, before, beforeNull, beforeCode } = steps[i]!;
      switch (placeholder.kind) {
        case TEXT: {
          const found = placeholder.get(value, context);
          if (found === null) out.put(beforeNull);
          else out.put(before).json(found);
          break;
        }
        case CODE:
          out.put(beforeCode(placeholder.get(value, context)));
          break;
        case INTEGER: {
          const found = placeholder.get(value, context);
          if (found === null) out.put(beforeNull);
          else out.put(before).integer(found);
          break;
        }
        case BYTES: {
          const found = placeholder.get(value, context);
          if (found === null) out.put(beforeNull);
          else out.put(before).put(found);
          break;
        }
        case WRITTEN:
          if (before.length > 0) out.put(before);
          placeholder.write(out, value, context);
          break;
      }
    }
    if (last.length > 0) out.put(last);
  };
}

const EMPTY = Buffer.from('[]');
