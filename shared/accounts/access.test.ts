import { describe, expect, it } from 'vitest';
import { accessRefusal, type Caller, type KnownClient, type RouteRole } from './access.ts';

const acme: KnownClient = { id: 1, slug: 'acme', active: true };
const inactive: KnownClient = { ...acme, active: false };
const of = (role: Caller['role'], client_id: number | null = 1): Caller => ({
  kind: 'user',
  id: 1,
  name: 'someone',
  role,
  client_id,
});
const own = { slug: null, client: acme };

describe('accessRefusal', () => {
  it.each([
    ['public', null, own, null],
    ['signed_in', null, own, 'not_signed_in'],
    ['signed_in', of('member'), own, null],
    ['member', null, own, 'not_signed_in'],
    ['member', of('member'), own, null],
    ['member', of('owner'), own, null],
    ['owner', of('member'), own, 'forbidden'],
    ['owner', of('owner'), own, null],
    ['operator', of('owner'), own, 'forbidden'],
    ['operator', of('operator', null), { slug: null, client: null }, null],
  ] as const)('a route of %s answers %j, who asks for %j, with %j', (role, caller, asked, refusal) => {
    expect(accessRefusal(role, caller, asked)).toBe(refusal);
  });

  it.each(['member', 'owner'] as const)(
    'a route of %s takes its own client by name, and no other',
    (role) => {
      expect(accessRefusal(role, of('owner'), { slug: 'acme', client: acme })).toBeNull();
      expect(accessRefusal(role, of('owner'), { slug: 'other', client: acme })).toBe('not_found');
    },
  );

  it('answers a member of another client that an owner route is not there, and nothing else', () => {
    expect(accessRefusal('owner', of('member'), { slug: 'other', client: acme })).toBe('not_found');
  });

  it.each(['member', 'owner'] as const)('a route of %s asks an operator for the client', (role) => {
    const operator = of('operator', null);
    expect(accessRefusal(role, operator, { slug: null, client: null })).toBe('client_required');
    expect(accessRefusal(role, operator, { slug: 'nobody', client: null })).toBe('not_found');
    expect(accessRefusal(role, operator, { slug: 'acme', client: acme })).toBeNull();
    expect(accessRefusal(role, operator, { slug: 'acme', client: inactive })).toBeNull();
  });

  it('refuses the people of a client that is switched off', () => {
    const roles: RouteRole[] = ['member', 'owner'];
    for (const role of roles) {
      const asked = { slug: null, client: inactive };
      expect(accessRefusal(role, of('owner'), asked)).toBe('subscription_inactive');
    }
  });
});
