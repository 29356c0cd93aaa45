import { expect, it } from 'vitest';
import { navigationOf } from './nav.ts';

const labelsOf = (role: 'member' | 'owner' | 'operator') =>
  navigationOf(role).flatMap(({ entries }) => entries.map(({ label }) => label));

it('shows each role what it may open', () => {
  expect(labelsOf('member')).not.toContain('API access');
  expect(labelsOf('owner')).toContain('API access');
  expect(labelsOf('owner')).not.toContain('Clients');
  expect(labelsOf('operator')).toEqual(
    expect.arrayContaining(['Overview', 'API access', 'Clients', 'Service']),
  );
});
