import { Switch } from '@mantine/core';
import { sending } from '../../client/calls.ts';
import { useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useChange } from '../../components/use-change.ts';
import type { User } from './use-people.ts';

/** The switch by which an account requires a second factor of everybody. */
export function RequireSecondFactor({ isRequired, users }: { isRequired: boolean; users: readonly User[] }) {
  const change = useChange(sending('put', '/account/v1/account'), { outdates: ['people'] });
  const scope = useScope();
  const slug = useSession().data?.user.client?.slug ?? scope.client;
  const without = users.filter(({ second_factor }) => !second_factor).length;
  const ask = (wanted: boolean) =>
    change.ask(
      { client: { slug: slug!, require_second_factor: wanted } },
      {
        title: wanted ? 'Require a second factor?' : 'Stop requiring a second factor?',
        text: wanted
          ? `${without} of ${users.length} ${users.length === 1 ? 'user' : 'users'} have none. They can only set one up from now on. API keys and account tokens work as before.`
          : 'Users can then sign in and turn theirs off.',
        verb: wanted ? 'Require it' : 'Stop requiring it',
        isDangerous: !wanted,
        done: wanted ? 'A second factor is required now.' : 'A second factor is no longer required.',
      },
    );
  return (
    <Switch
      label="Require a second factor for every user"
      checked={isRequired}
      disabled={slug === undefined || change.isPending}
      onChange={({ currentTarget }) => ask(currentTarget.checked)}
    />
  );
}
