import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../client/operations.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Page } from '../../components/page.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Panel } from '../../components/section.tsx';
import { useUsers } from '../people/use-people.ts';
import { Copied, SsoDomains } from './sso-domains.tsx';
import { SsoForm } from './sso-form.tsx';
import { SsoTest } from './sso-test.tsx';
import { valuesOf, wantedOf } from './sso-values.ts';
import { type Sso, useRemoveSso, useSetSso } from './use-sso.ts';

type Connection = NonNullable<Sso['sso']>;

/** How the people of the account sign in by their own provider. */
export function SsoPage() {
  const sso = useRead('people', '/account/v1/sso', {});
  const users = useUsers();
  const [isOpen, setOpen] = useState(false);
  const owners = users.data?.users.flatMap(({ email, role }) => (role === 'owner' ? email : [])) ?? [];
  const setUp = (
    <Button disabled={users.data === undefined} onClick={() => setOpen(true)}>
      Set up single sign-on
    </Button>
  );
  return (
    <Page
      title="Single sign-on"
      lead="People in your email domains sign in with your identity provider, and lose access when you remove them there."
    >
      <QueryView query={sso}>
        {(data) => (
          <Stack gap="md">
            {data.redirect_url === null && (
              <Alert color="yellow" variant="light" title="Single sign-on is not available">
                The service has no public URL that providers could send people back to. Ask its operator to
                set PUBLIC_URL.
              </Alert>
            )}
            {data.sso === null ? (
              <EmptyState title="No single sign-on yet" action={setUp}>
                Works with any OpenID Connect provider, such as Entra, Okta, Google Workspace or Keycloak.
                Passwords keep working until you require single sign-on.
              </EmptyState>
            ) : (
              <>
                <Provider sso={data.sso} view={data} onEdit={() => setOpen(true)} />
                <SsoDomains rows={data.domains} />
                <SsoTest last={data.last_test} />
                <RequireSso sso={data.sso} view={data} />
              </>
            )}
            <FormModal opened={isOpen} onClose={() => setOpen(false)} title="Single sign-on">
              <SsoForm sso={data.sso} owners={owners} onDone={() => setOpen(false)} />
            </FormModal>
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Provider({ sso, view, onEdit }: { sso: Connection; view: Sso; onEdit: () => void }) {
  const remove = useRemoveSso();
  const { linked } = view.people;
  const askToRemove = () =>
    remove.ask(
      {},
      {
        title: 'Remove single sign-on?',
        text: `${linked} ${linked === 1 ? 'user signs' : 'users sign'} in with it. Their sessions end. They then sign in with a password, which “Forgot password?” sets.`,
        verb: 'Remove',
        isDangerous: true,
        done: 'Single sign-on removed.',
      },
    );
  const roles = Object.entries(sso.roles ?? {}).map(([value, role]) => `${value} → ${role}`);
  return (
    <Panel
      title="Provider"
      beside={
        <Group gap="xs">
          <PlainButton size="xs" onClick={onEdit}>
            Edit
          </PlainButton>
          <PlainButton size="xs" onClick={askToRemove}>
            Remove
          </PlainButton>
        </Group>
      }
    >
      <Stack gap="sm">
        <Fact name="Issuer">{sso.issuer}</Fact>
        <Fact name="Client ID">{sso.client_id}</Fact>
        <Fact name="Roles">
          {sso.role_claim === undefined
            ? 'Set on the Users page.'
            : `From the claim ${sso.role_claim}${roles.length > 0 ? `: ${roles.join(', ')}` : ', whose values are owner, member and viewer'}.`}
        </Fact>
        <Fact name="Signed in by it so far">
          {linked} of {linked + view.people.not_linked} users
        </Fact>
        {view.redirect_url !== null && (
          <Fact name="Redirect URL, to be allowed at the provider">
            <Copied text={view.redirect_url} what="the redirect URL" />
          </Fact>
        )}
        {view.logout_url !== null && (
          <Fact name="Back-channel logout URL: a sign-out there ends sessions here at once">
            <Copied text={view.logout_url} what="the logout URL" />
          </Fact>
        )}
      </Stack>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div" className="anywhere">
        {children}
      </Text>
    </div>
  );
}

/** The switch by which passwords stop working. */
function RequireSso({ sso, view }: { sso: Connection; view: Sso }) {
  const set = useSetSso();
  const { can_require, people } = view;
  const ask = (required: boolean) => {
    const { sso: same, roles } = valuesOf(sso, sso.break_glass_user);
    set.ask(
      { sso: wantedOf({ sso: { ...same, required }, roles }) },
      {
        title: required ? 'Require single sign-on?' : 'Stop requiring single sign-on?',
        text: required
          ? `Only ${sso.break_glass_user} can then sign in with a password. ${people.not_linked} of ${people.linked + people.not_linked} users have not signed in with the provider yet. API keys and account tokens keep working.`
          : 'Passwords work again.',
        verb: required ? 'Require it' : 'Stop requiring it',
        isDangerous: required,
        done: required ? 'Single sign-on is required now.' : 'Single sign-on is no longer required.',
      },
    );
  };
  const isRequired = sso.required === true;
  return (
    <Panel title="Passwords">
      <Switch
        label="Require single sign-on for every user"
        {...(!isRequired &&
          !can_require && {
            description:
              'To avoid locking everyone out, only an owner who signed in with the provider can require it.',
          })}
        checked={isRequired}
        disabled={set.isPending || !(isRequired || can_require)}
        onChange={({ currentTarget }) => ask(currentTarget.checked)}
      />
      <Text size="sm" mt="sm" className="anywhere">
        Break glass: {sso.break_glass_user} can always sign in with a password and second factor. Each use is
        recorded in History, and sends a webhook.
      </Text>
    </Panel>
  );
}
