import fc from 'fast-check';
import type { JsonSchema } from '../../../../shared/foundation/json-schema.ts';
import type { Document } from './document.ts';

/** Values by the name of the member or parameter that they are for: ids that exist, ZIPs, dates. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Optional members below this depth are left out. */
const MAX_DEPTH = 5;

/** Texts that break careless code: quotes, markup, SQL, path steps, controls, text that UTF-8 cannot encode. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '"',
  "'",
  '\\',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀',
  'null',
  '0',
  '-1',
  '1e400',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  "' OR '1'='1",
  "'; SELECT pg_sleep(6); --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '=1+1',
  '__proto__',
  'constructor',
  'x'.repeat(10_000),
];

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_TEXTS) },
);

/** Any value that a schema of the document allows. If values are known for its name, it is mostly one of these. */
export function valid(
  document: Document,
  schema: JsonSchema,
  known: KnownValues,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const shape = document.resolve(schema);
  const made = ofShape(document, shape, known, name, depth);
  const suited = (known[name] ?? []).filter((value) => document.faultOf(schema, value) === null);
  const either =
    suited.length === 0
      ? made
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...suited) }, { weight: 1, arbitrary: made });
  return either;
}

function ofShape(
  document: Document,
  shape: JsonSchema,
  known: KnownValues,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  const inner = (schema: JsonSchema, called = name) => valid(document, schema, known, called, depth + 1);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined && shape.properties === undefined) {
    return fc.oneof(...choices.map((choice) => inner(choice)));
  }
  const types = shape.type === undefined ? [] : [shape.type].flat();
  if (types.length > 1)
    return fc.oneof(...types.map((type) => ofShape(document, { ...shape, type }, known, name, depth)));
  switch (types[0]) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integer(shape);
    case 'number':
      return fc.double({
        min: shape.minimum ?? -1e9,
        max: shape.maximum ?? 1e9,
        noNaN: true,
        noDefaultInfinity: true,
      });
    case 'string':
      return stringOf(shape);
    case 'array': {
      const minLength = shape.minItems ?? 0;
      const maxLength = Math.max(minLength, Math.min(shape.maxItems ?? 4, 4));
      return shape.items === undefined
        ? fc.constant([])
        : fc.array(inner(shape.items), { minLength, maxLength });
    }
    case 'object':
      return objectOf(document, shape, known, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function integer({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: JsonSchema): fc.Arbitrary<number> {
  const near = { min: minimum, max: Math.min(maximum, Math.max(minimum, 0) + 20) };
  return fc.oneof(
    fc.integer(near),
    fc.constantFrom(minimum, maximum),
    fc
      .maxSafeInteger()
      .map((n) => minimum + (Math.abs(n) % Math.max(1, Math.min(maximum - minimum, 2 ** 53)))),
  );
}

function stringOf({ pattern, minLength = 0, maxLength = 10_000 }: JsonSchema): fc.Arbitrary<string> {
  const fits = (value: string) => [...value].length >= minLength && [...value].length <= maxLength;
  if (pattern !== undefined && pattern !== '^[^\\0]*$')
    return fc.stringMatching(new RegExp(pattern)).filter(fits);
  const padded = text.map((value) => (value.length < minLength ? value.padEnd(minLength, 'x') : value));
  return padded
    .map((value) =>
      fits(value) ? value : [...value].slice(0, Math.min(maxLength, 12)).join('').padEnd(minLength, 'x'),
    )
    .map((value) => (pattern === undefined ? value : value.replaceAll('\0', '')).padEnd(minLength, 'x'));
}

function objectOf(
  document: Document,
  shape: JsonSchema,
  known: KnownValues,
  depth: number,
): fc.Arbitrary<unknown> {
  const required = new Set(shape.required ?? []);
  // "One of these names is there": one such set is chosen.
  const sets = (shape.allOf ?? []).map(({ anyOf = [] }) => anyOf.map(({ required: names = [] }) => names));
  const members = Object.entries(shape.properties ?? {}).filter(
    ([name]) => depth < MAX_DEPTH || required.has(name),
  );
  const values = fc.record(
    Object.fromEntries(
      members.map(([name, schema]) => [name, valid(document, schema, known, name, depth + 1)]),
    ),
    { requiredKeys: [...required].filter((name) => members.some(([member]) => member === name)) },
  );
  const chosen = fc.tuple(
    ...sets.map((choices) => (choices.length === 0 ? fc.constant([]) : fc.constantFrom(...choices))),
  );
  const extra = (names: readonly string[]) =>
    fc.record(
      Object.fromEntries(
        names.map((name) => [name, valid(document, shape.properties?.[name] ?? {}, known, name, depth + 1)]),
      ),
    );
  return fc
    .tuple(values, chosen)
    .chain(([object, names]) => extra(names.flat()).map((added) => ({ ...object, ...added })));
}

/** Values that replace a member to break it. */
const REPLACEMENTS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 + 2,
  1e300,
  [],
  [null],
  {},
  { a: 1 },
  ...ODD_TEXTS,
];

/**
 * A value with one change at any place: a member is replaced, removed, added or repeated. The schema may still allow it.
 */
export function changed(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.nat(), fc.nat({ max: 5 }), fc.constantFrom(...REPLACEMENTS))
    .map(([whole, place, kind, replacement]) => {
      const copy = { root: structuredClone(whole) };
      const places = placesOf(copy);
      const { holder, key } = places[place % places.length]!;
      const inside = holder[key as never] as unknown;
      if (kind === 4 && Array.isArray(holder)) holder.push(structuredClone(inside));
      else if (kind === 3 && key !== 'root' && !Array.isArray(holder))
        delete (holder as Record<string, unknown>)[key];
      else if (kind === 5 && typeof inside === 'object' && inside !== null && !Array.isArray(inside)) {
        (inside as Record<string, unknown>).unheard_of = replacement;
      } else (holder as Record<string, unknown>)[key] = replacement;
      return copy.root;
    });
}

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function placesOf(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder: holder as Place['holder'], key },
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ]);
}
