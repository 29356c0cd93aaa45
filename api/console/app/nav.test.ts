import { expect, it } from 'vitest';
import { STATES } from '../test/states-of-pages.ts';
import { closedEntry, navigationOf } from './nav.ts';
import { PAGES } from './pages.tsx';

it('has the states of every page in its tests', () => {
  expect(Object.keys(STATES).toSorted()).toEqual(Object.keys(PAGES).toSorted());
});

const labelsOf = (role: 'viewer' | 'member' | 'owner' | 'operator') =>
  navigationOf(role).flatMap(({ entries }) => entries.map(({ label }) => label));

it('shows each role what it may open', () => {
  expect(labelsOf('viewer')).not.toContain('Try an order');
  expect(labelsOf('member')).toContain('Try an order');
  expect(labelsOf('member')).not.toContain('API access');
  expect(labelsOf('owner')).toContain('API access');
  expect(labelsOf('owner')).not.toContain('Clients');
  expect(labelsOf('operator')).toEqual(
    expect.arrayContaining(['Overview', 'API access', 'Clients', 'Service']),
  );
});

it('closes the pages that a role does not see', () => {
  expect(closedEntry('member', '/users')?.label).toBe('Users');
  expect(closedEntry('owner', '/clients')?.label).toBe('Clients');
  expect(closedEntry('operator', '/clients')).toBeNull();
  for (const path of ['/runs/new', '/what-ifs/new', '/orders/SO-1/try']) {
    expect(closedEntry('viewer', path)?.audience).toBe('member');
    expect(closedEntry('member', path)).toBeNull();
  }
  for (const path of ['/orders', '/orders/SO-1', '/nowhere']) expect(closedEntry('member', path)).toBeNull();
});
