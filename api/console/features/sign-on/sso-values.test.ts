import { expect, it } from 'vitest';
import { valuesOf, wantedOf } from './sso-values.ts';

const SSO = {
  issuer: 'https://id.example',
  client_id: 'wrs',
  domains: ['acme.example'],
  break_glass_user: 'ann@acme.example',
  required: false,
};

it('sends what is saved again, without a secret', () => {
  const roles = { admins: 'owner', staff: 'member', guests: 'viewer', bosses: 'owner' } as const;
  for (const sso of [SSO, { ...SSO, role_claim: 'groups' }, { ...SSO, role_claim: 'groups', roles }])
    expect(wantedOf(valuesOf(sso, 'nobody@acme.example'))).toEqual(sso);
});

it('sends a new secret, and no roles without a claim', () => {
  const values = valuesOf(null, 'ann@acme.example');
  const { sso } = values;
  const filled = { ...values, sso: { ...sso, client_secret: 's' }, roles: { ...values.roles, owner: ['a'] } };
  expect(wantedOf(filled)).toEqual({
    ...{ issuer: '', client_id: '', domains: [], break_glass_user: 'ann@acme.example' },
    ...{ required: false, client_secret: 's' },
  });
});
