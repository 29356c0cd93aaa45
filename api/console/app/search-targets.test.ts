import { expect, it } from 'vitest';
import { targetsOf } from './search-targets.ts';

it('takes a pasted text for an order number first', () => {
  expect(targetsOf(' SO-1/2 ', 'owner')[0]).toEqual({
    label: 'Order SO-1/2',
    to: '/orders/SO-1%2F2',
    search: {},
  });
});

it('takes five digits for a ZIP, too', () => {
  expect(targetsOf('08837', 'owner').map(({ label }) => label)).toContain('Orders to ZIP 08837');
  expect(targetsOf('8837', 'owner').map(({ label }) => label)).not.toContain('Orders to ZIP 8837');
});

it('takes letters that a page’s name begins with for that page first', () => {
  expect(targetsOf('ware', 'owner')[0]).toEqual({ label: 'Page: Warehouses', to: '/warehouses', search: {} });
  expect(targetsOf('wa', 'owner')[0]!.label).toBe('Order wa');
});

it('finds pages by a part of their name', () => {
  expect(targetsOf('houses', 'owner').at(-1)!.label).toBe('Page: Warehouses');
});

it('finds no pages that somebody does not have', () => {
  const labels = (role: 'member' | 'operator') => targetsOf('clients', role).map(({ label }) => label);
  expect(labels('operator')).toContain('Page: Clients');
  expect(labels('member')).not.toContain('Page: Clients');
});

it('takes a number for the ID of a run, too', () => {
  const run = { label: 'Run with the ID 36', to: '/runs/36', search: {} };
  expect(targetsOf('36', 'member')).toContainEqual(run);
  expect(targetsOf('SO-36', 'member').map(({ label }) => label)).not.toContain('Run with the ID SO-36');
});
