import { expect, it } from 'vitest';
import { judge } from './now-and-new.tsx';

const now = { units: 3, shipments: 2, arrives: '2026-12-04', late: true, cost: 9 };

it('judges by units, then by being in time, shipments, cost and day', () => {
  const next = (more: Partial<typeof now>) => judge({ order_id: 'A', now, next: { ...now, ...more } });
  expect(next({})).toBe('same');
  expect(next({ units: 4, shipments: 3, cost: 20 })).toBe('better');
  expect(next({ units: 2, late: false })).toBe('worse');
  expect(next({ late: false, shipments: 3 })).toBe('better');
  expect(next({ cost: 8, arrives: '2026-12-09' })).toBe('better');
  expect(next({ arrives: '2026-12-05' })).toBe('worse');
  expect(judge({ order_id: 'A', now, next: null })).toBe('same');
});

it('an order that ships nothing is never worse for shipping', () => {
  const none = { units: 0, shipments: 0, arrives: null, late: false, cost: null };
  expect(judge({ order_id: 'A', now: none, next: { ...now, shipments: 1 } })).toBe('better');
});
