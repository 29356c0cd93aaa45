import { expect, it } from 'vitest';
import { triedResult } from './tried-result.ts';

it('finds the result in the answers of both variants', () => {
  const result = { order_id: 'SO-1', status: 'FULL', why: { summary: 'All ships.' } };
  expect(triedResult({ dry_run: true, results: [result] }).why?.summary).toBe('All ships.');
  expect(triedResult({ dry_run: true, ...result }).result.status).toBe('FULL');
  expect(triedResult({ results: [{ order_id: 'SO-1', status: 'NONE' }] }).why).toBeNull();
});
