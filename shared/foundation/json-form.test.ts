import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../testing/odd-text.ts';
import {
  array,
  cached,
  code,
  codeOrNull,
  type Form,
  flag,
  integer,
  integerOrNull,
  object,
  text,
  textOrNull,
  texts,
  when,
  writerOf,
} from './json-form.ts';
import { Utf8Writer } from './utf8-writer.ts';

interface Item {
  readonly name: string;
  readonly note: string | null;
  readonly count: number;
  readonly limit: number | null;
  readonly kind: 'a' | 'b';
  readonly other: 'c' | null;
  readonly isOpen: boolean;
  readonly tags: readonly string[];
  readonly parts: readonly Item[];
}

const itemOf = (parts: fc.Arbitrary<readonly Item[]>): fc.Arbitrary<Item> =>
  fc.record({
    name: oddText,
    note: fc.option(oddText),
    count: fc.nat(),
    limit: fc.option(fc.nat()),
    kind: fc.constantFrom('a', 'b'),
    other: fc.constantFrom('c', null),
    isOpen: fc.boolean(),
    tags: fc.array(oddText, { maxLength: 3 }),
    parts,
  });
const item = itemOf(fc.array(itemOf(fc.constant([])), { maxLength: 2 }));

const fields = {
  name: text(({ name }: Item) => name),
  note: textOrNull(({ note }: Item) => note),
  count: integer(({ count }: Item) => count),
  limit: integerOrNull(({ limit }: Item) => limit),
  kind: code(({ kind }: Item) => kind),
  other: codeOrNull(({ other }: Item) => other),
  isOpen: flag(({ isOpen }: Item) => isOpen),
  tags: texts(({ tags }: Item) => tags),
};
const part = object<Item>(fields);
const whole = object<Item>(
  fields,
  when(({ parts }) => parts.length > 0, { parts: array(({ parts }) => parts, part) }),
);

function jsonOf<T>(form: Form<T>, value: T): string {
  const out = new Utf8Writer(10);
  writerOf(form)(out, value, undefined);
  return out.bytes().toString();
}

const withoutParts = ({ parts, ...rest }: Item) => rest;

describe('a form', () => {
  it('writes what JSON.stringify writes, whatever the values', () => {
    fc.assert(
      fc.property(item, (value) => {
        const parts = value.parts.map(withoutParts);
        const plain = { ...withoutParts(value), ...(parts.length > 0 && { parts }) };
        expect(jsonOf(whole, value)).toBe(JSON.stringify(plain));
      }),
    );
  });

  it('writes a cached value once for a key', () => {
    const cache = new Map<string, Uint8Array>();
    const form = object<{ key: string; name: string }>({
      name: cached(
        () => cache,
        ({ key }) => key,
        text(({ name }) => name),
      ),
      key: text(({ key }) => key),
    });
    expect(jsonOf(form, { key: 'k', name: 'first' })).toBe('{"name":"first","key":"k"}');
    expect(jsonOf(form, { key: 'k', name: 'second' })).toBe('{"name":"first","key":"k"}');
    expect(jsonOf(form, { key: 'l', name: 'third' })).toBe('{"name":"third","key":"l"}');
  });
});
