import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactMoment } from './common.ts';
import { periodQuery } from './period.ts';
import { canonicalTimestamp, parseTimestamp } from './timestamp.ts';

describe('parseTimestamp', () => {
  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T09:30', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31 09:30:00', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.1239999Z', '2026-01-31T09:30:00.123999Z'],
    ['2026-01-31T09:30:00.123456+02:00', '2026-01-31T07:30:00.123456Z'],
    ['2026-01-31T09:30:00,1234Z', '2026-01-31T09:30:00.123400Z'],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
    ['2026-01-31T09:30:00.1230009Z', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31T09:30:00.5+00:00', '2026-01-31T09:30:00.500Z'],
    ['2026-01-31T09:30:00+02:00', '2026-01-31T07:30:00.000Z'],
    ['2026-01-31T22:30:00-0330', '2026-02-01T02:00:00.000Z'],
    ['2026-01-31T09:30:00+05', '2026-01-31T04:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0099-12-31', '0099-12-31T00:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(canonicalTimestamp(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-31T24:00:00',
    '2026-01-31T09:60:00',
    '2026-01-31T09:30:60',
    '2026-01-31T09:30:00+25:00',
    '2026-01-31T09:30:00+00:60',
    '2026-01-31Z',
    '2026-1-31',
    '31/01/2026',
    '1769851800',
    '0000-06-01',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('refuses %s', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('reads back every moment that a Date writes', () => {
    const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') };
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});

it.each([
  ['2026-11-27T10:00:00 01:00', 'has a space before 01:00: in a URL, + is written %2B (%2B01:00)'],
  ['2026-11-27T10:00:00.25 0530', 'has a space before 0530: in a URL, + is written %2B (%2B0530)'],
  ['2026-11-27 10:00', undefined],
])('names the lost + of %s', (text, expected) => {
  const messages = [exactMoment, periodQuery.from, periodQuery.to].map(
    (schema) => schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [],
  );
  if (expected === undefined) expect(messages.flat().join()).not.toContain('%2B');
  else expect(messages).toEqual([[expected], [expected], [expected]]);
});
