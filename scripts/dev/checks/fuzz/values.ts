import fc from 'fast-check';
import type { JsonSchema } from '../../../../shared/foundation/json-schema.ts';
import type { OpenApiDocument } from '../../../../shared/testing/openapi-document.ts';
import type { KnownValues } from './account.ts';

/** Optional members below this depth are left out. */
const MAX_DEPTH = 5;

/** Texts that break careless code: quotes, markup, SQL, path steps, controls, text that UTF-8 cannot encode. */
export const ODD_TEXTS: readonly string[] = [
  ...['', ' ', '"', "'", '\\', '\u0000', '\ud800', '\u202e', '😀', 'null', '0', '-1', '1e400'],
  ...['../../etc/passwd', '%00', '%2e%2e%2f', "' OR '1'='1", "'; SELECT pg_sleep(20); --"],
  ...['<script>alert(1)</script>', '{{7*7}}', '=1+1', '__proto__', 'constructor', 'x'.repeat(10_000)],
];

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_TEXTS) },
);

/** Any value that a schema of the document allows. If values are known for its name, it is mostly one of these. */
export function valid(
  document: OpenApiDocument,
  schema: JsonSchema,
  known: KnownValues,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const inner = (part: JsonSchema, called = name) => valid(document, part, known, called, depth + 1);
  const made = ofShape(document.resolve(schema), inner, depth);
  const suited = (known[name] ?? []).filter((value) => document.faultOf(schema, value) === null);
  if (suited.length === 0) return made;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...suited) }, { weight: 1, arbitrary: made });
}

type Inner = (schema: JsonSchema, name?: string) => fc.Arbitrary<unknown>;

function ofShape(shape: JsonSchema, inner: Inner, depth: number): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined && shape.properties === undefined)
    return fc.oneof(...choices.map((choice) => inner(choice)));
  if (Array.isArray(shape.type))
    return fc.oneof(...shape.type.map((type) => ofShape({ ...shape, type }, inner, depth)));
  switch (shape.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integerOf(shape);
    case 'number':
      return fc.double({ min: shape.minimum ?? -1e9, max: shape.maximum ?? 1e9, noNaN: true });
    case 'string':
      return stringOf(shape);
    case 'array': {
      const minLength = shape.minItems ?? 0;
      const maxLength = Math.max(minLength, Math.min(shape.maxItems ?? 4, 4));
      return fc.array(inner(shape.items ?? {}), { minLength, maxLength });
    }
    case 'object':
      return objectOf(shape, inner, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function integerOf({ minimum: min = -(2 ** 31), maximum: max = 2 ** 31 - 1 }: JsonSchema) {
  const near = fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 20) });
  const any = fc.maxSafeInteger().map((n) => Math.min(max, Math.max(min, n)));
  return fc.oneof(near, fc.constantFrom(min, max), any);
}

function stringOf({ pattern, minLength = 0, maxLength = 10_000 }: JsonSchema): fc.Arbitrary<string> {
  const fits = (value: string) => [...value].length >= minLength && [...value].length <= maxLength;
  const isPlain = pattern === undefined || pattern === '^[^\\0]*$';
  if (!isPlain) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  return text
    .map((value) => (pattern === undefined ? value : value.replaceAll('\0', '')))
    .map((value) => (fits(value) ? value : [...value].slice(0, Math.min(maxLength, 12)).join('')))
    .map((value) => value.padEnd(minLength, 'x'));
}

function objectOf({ properties = {}, required = [], allOf = [] }: JsonSchema, inner: Inner, depth: number) {
  // "One of these names is there": one such set is chosen.
  const sets = allOf
    .map(({ anyOf = [] }) => anyOf.map(({ required: names = [] }) => names))
    .filter((choices) => choices.length > 0);
  const withMembers = (names: readonly string[]) => {
    const needed = new Set([...required, ...names]);
    const members = Object.entries(properties)
      .filter(([name]) => depth < MAX_DEPTH || needed.has(name))
      .map(([name, schema]) => [name, inner(schema, name)] as const);
    const requiredKeys = members.map(([name]) => name).filter((name) => needed.has(name));
    return fc.record(Object.fromEntries(members), { requiredKeys });
  };
  if (sets.length === 0) return withMembers([]);
  return fc
    .tuple(...sets.map((choices) => fc.constantFrom(...choices)))
    .chain((chosen) => withMembers(chosen.flat()));
}

/** Values that replace a member to break it. */
const REPLACEMENTS: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53 + 2, 1e300, [], [null], {}, { a: 1 }],
  ...ODD_TEXTS,
];

/** The value with one change at any place: a member is replaced, removed, added or repeated. The schema may still allow it. */
export function changed(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.nat(), fc.nat({ max: 5 }), fc.constantFrom(...REPLACEMENTS))
    .map(([place, kind, replacement]) => {
      const copy: Record<string, unknown> = { root: structuredClone(value) };
      const places = placesOf(copy);
      const [holder, key] = places[place % places.length]!;
      const inside = holder[key];
      if (kind === 4 && Array.isArray(holder)) holder.push(structuredClone(inside));
      else if (kind === 3 && key !== 'root' && !Array.isArray(holder)) delete holder[key];
      else if (kind === 5 && typeof inside === 'object' && inside !== null && !Array.isArray(inside))
        (inside as Record<string, unknown>).unheard_of = replacement;
      else holder[key] = replacement;
      return copy.root;
    });
}

type Holder = Record<string, unknown>;

function placesOf(holder: Holder): [holder: Holder, key: string][] {
  return Object.entries(holder).flatMap(([key, value]): [Holder, string][] => [
    [holder, key],
    ...(typeof value === 'object' && value !== null ? placesOf(value as Holder) : []),
  ]);
}
