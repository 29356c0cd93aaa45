import { Alert, Anchor } from '@mantine/core';
import { PageLink } from '../../components/page-link.tsx';
import { DAY_MS, date } from '../../view/times.ts';
import { useApiKeys } from '../people/use-people.ts';

const SOON_MS = 14 * DAY_MS;

/** A note about API keys that expire within two weeks; nothing if there are none. */
export function ExpiringKeys() {
  const { data: keys = [] } = useApiKeys();
  const now = Date.now();
  const soon = keys.filter(({ expires_at, revoked_at }) => {
    const left = Date.parse(expires_at ?? '') - now;
    return revoked_at === null && left > 0 && left <= SOON_MS;
  });
  if (soon.length === 0) return null;
  const names = soon.map(({ name, expires_at }) => `${name} (${date(new Date(expires_at!))})`);
  return (
    <Alert
      color="yellow"
      variant="light"
      title={soon.length === 1 ? 'An API key expires soon' : 'API keys expire soon'}
    >
      {names.join(', ')}. Roll under{' '}
      <Anchor component={PageLink} to="/api-access" inherit>
        API access
      </Anchor>
      .
    </Alert>
  );
}
