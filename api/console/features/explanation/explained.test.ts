import { expect, it } from 'vitest';
import { VERDICTS } from '../../../../shared/engine/verdicts.ts';
import { availableText, leftOutWords, VERDICT_WORDS } from './explained.ts';

it('has words for each verdict of the engine', () => {
  expect(Object.keys(VERDICT_WORDS).sort()).toEqual([...VERDICTS].sort());
});

it('shows a dash where the stock is not known', () => {
  const line = { sku: 'A', requested_qty: 3, reserved_qty: null, ship_qty: 0, barred_by: null };
  expect(availableText({ ...line, available_qty: null })).toBe('– / 3');
  expect(availableText({ ...line, available_qty: 2 })).toBe('2 / 3');
});

it('says each reason for which warehouses were left out once', () => {
  const leftOut = [
    { warehouse_name: 'Reno NV', because: 'profile' },
    { warehouse_name: 'Groveport OH', because: 'disabled' },
    { warehouse_name: 'Kent WA', because: 'profile' },
  ] as const;
  expect(leftOutWords(leftOut)).toBe('Reno NV, Kent WA (not in this profile); Groveport OH (disabled)');
});
