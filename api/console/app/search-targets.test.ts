import { expect, it } from 'vitest';
import { targetsOf, withRecent } from './search-targets.ts';

it('has what was opened before first, each once', () => {
  const [orders, overview] = [targetsOf('Orders', 'owner')[0]!, targetsOf('Overview', 'owner')[0]!];
  expect(withRecent([orders], [overview, { ...orders }])).toEqual([orders, overview]);
});

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

const NOTHING = { order: null, skus: [], run: null, profiles: [], rules: [] };

it('takes a number for that of a run, as people see it, too', () => {
  const run = { label: 'Run #36', to: '/runs', search: { number: '36' } };
  expect(targetsOf('#36', 'member')).toContainEqual(run);
  expect(targetsOf('36', 'member')).toContainEqual(run);
  const found = { ...run, to: '/runs/71', search: {} };
  expect(targetsOf('36', 'member', { lookedUp: { ...NOTHING, run: { id: 71 } } })).toContainEqual(found);
  const labels = targetsOf('36', 'member', { lookedUp: NOTHING }).map(({ label }) => label);
  expect(labels).not.toContain('Run #36');
  expect(targetsOf('SO-36', 'member').map(({ label }) => label)).not.toContain('Run #36');
});

it('finds a warehouse without case by name, ID or ZIP, and offers the action that is named', () => {
  const edison = { warehouse_id: 'EWR1', warehouse_name: 'Edison NJ', zip: '08837', enabled: true };
  for (const text of ['edis', 'ewr1', '08837'])
    expect(targetsOf(text, 'owner', { sites: [edison] })).toContainEqual({
      label: 'Warehouse Edison NJ (EWR1, 08837)',
      to: '/warehouses',
      search: { q: 'EWR1' },
    });
  expect(targetsOf('disable edison', 'owner', { sites: [edison] })[0]).toEqual({
    label: 'Disable Edison NJ…',
    to: '/warehouses',
    search: { q: 'EWR1', do: 'disable' },
  });
  expect(targetsOf('release SO-17', 'owner')[0]).toEqual({
    label: 'Release order SO-17…',
    to: '/orders/SO-17',
    search: { do: 'release' },
  });
  expect(targetsOf('enable edison', 'owner', { sites: [edison] })[0]!.label).toBe('Order enable edison');
});

it('finds settings, keys and people by a part of their name', () => {
  const things = {
    settings: [{ name: 'max_shipments', label: 'Most shipments' }],
    keys: [{ name: 'Shop', environment: 'live' }],
    people: [{ email: 'ann@shop.example' }],
  };
  const labels = (text: string) => targetsOf(text, 'owner', things).map(({ label }) => label);
  expect(targetsOf('SHIPMENTS', 'owner', things)).toContainEqual({
    label: 'Setting Most shipments',
    to: '/settings',
    search: { setting: 'max_shipments' },
  });
  expect(labels('shop')).toEqual(expect.arrayContaining(['Key Shop (live)', 'Person ann@shop.example']));
  expect(labels('sh')).not.toContain('Key Shop (live)');
});

it('opens what the service found in its own case', () => {
  const lookedUp = {
    ...NOTHING,
    order: 'SO-17',
    skus: ['SO-170'],
    rules: [{ sku: 'SO-170', words: 'Hold' }],
    profiles: [{ partner_id: 'SO-1', name: 'Wholesale' }],
  };
  const order = { label: 'Order SO-17', to: '/orders/SO-17', search: {} };
  expect(targetsOf('so-17', 'owner', { lookedUp }).slice(0, 4)).toEqual([
    order,
    { label: 'SKU SO-170', to: '/inventory/SO-170', search: {} },
    { label: 'Rule for SO-170: Hold', to: '/item-control', search: { q: 'SO-170' } },
    { label: 'Profile Wholesale (SO-1)', to: '/profiles', search: { q: 'SO-1' } },
  ]);
  const release = { ...order, label: 'Release order SO-17…', search: { do: 'release' } };
  expect(targetsOf('release so-17', 'owner', { lookedUp })[0]).toEqual(release);
});

it('finds pages, lists and actions by what people call them', () => {
  const first = (text: string) => targetsOf(text, 'owner')[0];
  expect(first('late orders')).toEqual({ label: 'Late orders', to: '/orders', search: { late: 'true' } });
  expect(first('api key')).toMatchObject({ to: '/api-access' });
  expect(targetsOf('invite', 'owner').map(({ to }) => to)).toContain('/users');
  expect(targetsOf('invite', 'member').map(({ to }) => to)).not.toContain('/users');
  expect(targetsOf('run 2', 'owner')).toContainEqual({
    label: 'Run #2',
    to: '/runs',
    search: { number: '2' },
  });
  const edison = { warehouse_id: 'EWR1', warehouse_name: 'Edison NJ', zip: '08837', enabled: true };
  expect(targetsOf('close edison', 'owner', { sites: [edison] })[0]).toMatchObject({
    label: 'Disable Edison NJ…',
  });
});
