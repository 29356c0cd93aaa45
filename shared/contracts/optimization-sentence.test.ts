import { expect, it } from 'vitest';
import { optimizationSentence } from './optimization-sentence.ts';

const run = { windows: 1, shipments_before: 8088, shipments_after: 7668, floor: 7086, orders_redecided: 0 };

it('says what a run saves, how far it is from the least, and what of it is a sum', () => {
  expect(optimizationSentence(run)).toBe(
    'Together these orders ship in 7,668 shipments, 420 fewer than one by one (5.2 %); no assignment has fewer than 7,086.',
  );
  expect(optimizationSentence({ ...run, shipments_after: 8088, floor: null, windows: 2 })).toBe(
    'Together these orders ship in 8,088 shipments, as one by one; the least possible number is not known yet. ' +
      'These are sums over 2 windows, each improved given those before it.',
  );
  expect(optimizationSentence({ ...run, floor: 7668, orders_redecided: 2 })).toMatch(
    /; no assignment has fewer\. Another/,
  );
});
