import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthOf, elementSources, memberSource } from './json-source.ts';

/** JSON with an amount of white space. */
const written = fc
  .tuple(fc.json(), fc.nat(3))
  .map(([json, space]) => JSON.stringify(JSON.parse(json), null, space));

describe('the source of JSON', () => {
  it('is found as it was written, whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), written)), (members) => {
        const object = ` {${members.map(([name, value]) => ` ${JSON.stringify(name)} :\n${value} `)}}`;
        for (const [name] of members)
          expect(memberSource(object, name)).toBe(members.findLast(([each]) => each === name)![1]);
        expect(elementSources(`[ ${members.map(([, value]) => value)}\t]`)).toEqual(
          members.map(([, value]) => value),
        );
      }),
    );
  });

  it.each([
    ['{"a":1,"a": 2 }', '2'],
    ['{"\\u0061":12345678901234567890}', '12345678901234567890'],
    ['{"b":{"a":1},"a":{"x":1.0,"x":1}}', '{"x":1.0,"x":1}'],
    ['{"b":"\\\\","a":"\\"a\\":3"}', '"\\"a\\":3"'],
    ['{"aa":1}', null],
    ['{}', null],
  ])('of a in %s is %s', (object, source) => {
    expect(memberSource(object, 'a')).toBe(source);
  });

  it('has levels, also where a name is repeated', () => {
    expect(['1', '[]', '{"a":[[]],"a":"[[[["}'].map(depthOf)).toEqual([0, 1, 3]);
  });
});
