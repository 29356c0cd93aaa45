import { expect, it } from 'vitest';
import { ITEM_CONTROL_FLAGS } from '../../../../shared/engine/reason-codes.ts';
import { bodyOfRule, detailOf, patchOf, RULES, valuesOf } from './item-rules.ts';

const FORM = { ...valuesOf(null), sku: 'A', warehouse_ids: ['EWR1'], fallback: 'allow' as const };

it('knows every rule of the engine', () => {
  expect(Object.keys(RULES).toSorted()).toEqual(Object.keys(ITEM_CONTROL_FLAGS).toSorted());
});

it('sends only what a rule has', () => {
  expect(bodyOfRule({ ...FORM, rule: 'restrict' })).toEqual({
    sku: 'A',
    rule: 'restrict',
    warehouse_ids: ['EWR1'],
    fallback: 'allow',
    note: null,
  });
  expect(bodyOfRule({ ...FORM, rule: 'hold', note: 'recall' })).toEqual({
    sku: 'A',
    rule: 'hold',
    note: 'recall',
  });
  expect(bodyOfRule({ ...FORM, rule: 'max_transit_days' })).toEqual({
    sku: 'A',
    rule: 'max_transit_days',
    days: 3,
    note: null,
  });
});

it('changes what a rule says, and never its product or kind', () => {
  const rule = {
    rule_id: 'A~restrict',
    sku: 'A',
    rule: 'restrict',
    warehouse_ids: ['EWR1'],
    note: 'x',
    etag: '1',
  };
  expect(patchOf({ ...valuesOf(rule), note: '' })).toEqual({
    warehouse_ids: ['EWR1'],
    fallback: 'block',
    note: null,
  });
});

it('says what a rule is about', () => {
  expect(detailOf({ warehouse_ids: ['EWR1', 'ATL1'], fallback: 'allow' })).toBe('EWR1, ATL1; otherwise any');
  expect([detailOf({ days: 2 }), detailOf({})]).toEqual(['2 days', '–']);
});
