import fc from 'fast-check';

/** Strings that are often written wrongly: quotes, escapes, control characters, lone surrogates, markup. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((codeUnits) => String.fromCharCode(...codeUnits)),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    '","x":"',
    '\n',
    '\u0000',
    '\u2028',
    '\ud800',
    '\udfff\ud800',
    '😀',
    '</script>',
  ),
);
