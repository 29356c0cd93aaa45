import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faultsOf } from './faults.ts';

const schema = z.object({
  sku: z.string().max(3),
  quantity: z.int().min(1).max(9),
  lines: z.array(z.unknown()).min(1),
  mode: z.enum(['allow', 'block']),
  vip: z.boolean(),
  at: z.iso.datetime(),
  own: z.string().regex(/x/, 'must have an x'),
});
const GOOD = {
  sku: 'a',
  quantity: 1,
  lines: [1],
  mode: 'allow',
  vip: true,
  at: '2026-01-01T00:00:00Z',
  own: 'x',
};

const sentence = (value: object) => {
  const [fault] = faultsOf(schema.safeParse({ ...GOOD, ...value }).error?.issues ?? []);
  return fault && `${fault.path} ${fault.message}`;
};

describe('a sentence of zod', () => {
  it.each([
    [{ sku: undefined }, 'sku is required'],
    [{ mode: undefined }, 'mode is required'],
    [{ sku: 7 }, 'sku must be a string, not a number'],
    [{ sku: null }, 'sku must be a string, not null'],
    [{ sku: 'long' }, 'sku must have at most 3 characters'],
    [{ quantity: '2' }, 'quantity must be a number, not a string'],
    [{ quantity: 1.5 }, 'quantity must be a whole number, not 1.5'],
    [
      { quantity: Number.POSITIVE_INFINITY },
      'quantity must be a number, and no larger than 1.7976931348623157e+308',
    ],
    [{ quantity: 0 }, 'quantity must be at least 1'],
    [{ quantity: 10 }, 'quantity must be at most 9'],
    [{ lines: {} }, 'lines must be an array, not an object'],
    [{ lines: [] }, 'lines must have at least 1 element'],
    [{ mode: 'no' }, 'mode must be one of allow, block'],
    [{ vip: 'yes' }, 'vip must be true or false, not a string'],
    [{ at: 'today' }, 'at must be an ISO 8601 timestamp'],
    [{ own: 'y' }, 'own must have an x'],
  ])('says of %j: %s', (value, expected) => {
    expect(sentence(value)).toBe(expected);
  });

  it('names the body where all of it is missing', () => {
    expect(faultsOf(schema.safeParse(undefined).error!.issues)).toEqual([
      { path: 'body', message: 'is required' },
    ]);
  });
});
