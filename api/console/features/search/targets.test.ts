import { expect, it } from 'vitest';
import { targetsOf } from './targets.ts';

it('takes a pasted text for an order number first', () => {
  expect(targetsOf(' SO-1/2 ')[0]).toEqual({ label: 'Order SO-1/2', to: '/orders/SO-1%2F2', search: {} });
});

it('takes five digits for a ZIP, too', () => {
  expect(targetsOf('08837').map(({ label }) => label)).toContain('Orders to ZIP 08837');
  expect(targetsOf('8837').map(({ label }) => label)).not.toContain('Orders to ZIP 8837');
});

it('finds pages by a part of their name', () => {
  expect(targetsOf('ware').at(-1)).toEqual({ label: 'Page: Warehouses', to: '/warehouses', search: {} });
});
