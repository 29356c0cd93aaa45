import { Center, Paper, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useTrial, useWrite } from '../../client/operations.ts';
import { useSession } from '../../client/session.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { CodeInput } from './code-input.tsx';
import { PasswordField } from './password-field.tsx';
import { useCodeQuestion } from './use-code-question.ts';
import { UsernameField } from './username-field.tsx';

/** What a link is for, which is also the path of its page. */
type LinkKind = components['schemas']['Link']['kind'];

const TITLES: Readonly<Record<LinkKind, string>> = { invitation: 'Join an account', reset: 'New password' };

/** The page that a link opens. Its token stands behind #, and leaves the address at once. */
export function LinkPage({ kind }: { kind: LinkKind }) {
  useDocumentTitle(`${TITLES[kind]} · Warehouse routing`);
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const values = { token, kind };
  // It fails if the link has ended.
  const link = useTrial('post', '/account/v1/session/link', 'link', values, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={440}>
        <Title order={1} mb="md">
          {TITLES[kind]}
        </Title>
        <QueryView query={link}>
          {({ email, role, client }) =>
            kind === 'reset' ? (
              <ResetForm token={token} email={email} />
            ) : (
              <JoinForm token={token} email={email} role={role ?? ''} client={client ?? ''} />
            )
          }
        </QueryView>
      </Paper>
    </Center>
  );
}

/** After it, the console begins anew, at its first page. */
const openConsole = () => window.location.assign('/');

function JoinForm({
  token,
  email,
  role,
  client,
}: {
  token: string;
  email: string;
  role: string;
  client: string;
}) {
  const session = useSession();
  const accept = useWrite('post', '/account/v1/session/invitation', 'session', { outdates: [] });
  const isSignedIn = session.data?.user.email === email;
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '', code: '' } });
  const { asksCode, error } = useCodeQuestion(accept.error, accept.variables);
  const submit = form.onSubmit(({ password, code }) =>
    accept.mutate(
      { token, ...(!isSignedIn && { password }), ...(asksCode && { code }) },
      { onSuccess: openConsole },
    ),
  );
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      act={{ error, isPending: accept.isPending }}
      verb="Join"
      mayBeLeft
    >
      <Text>
        {client} invites {email} as {role}.
      </Text>
      <UsernameField email={email} />
      {!isSignedIn && (
        <PasswordField
          label="Password"
          description="Your current password or, if you are new here, a new one of at least 8 characters."
          minLength={8}
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      )}
      {asksCode && <CodeInput autoFocus key={form.key('code')} {...form.getInputProps('code')} />}
    </DialogForm>
  );
}

function ResetForm({ token, email }: { token: string; email: string }) {
  const reset = useWrite('post', '/account/v1/session/reset', 'session', { outdates: [] });
  const form = useForm({ mode: 'uncontrolled', initialValues: { new_password: '' } });
  const submit = form.onSubmit((values) => reset.mutate({ token, ...values }, { onSuccess: openConsole }));
  return (
    <DialogForm form={form} onSubmit={submit} act={reset} verb="Set password" mayBeLeft>
      <Text>Set a new password for {email}. You will be signed out everywhere.</Text>
      <UsernameField email={email} />
      <PasswordField
        label="New password"
        isNew
        data-autofocus
        key={form.key('new_password')}
        {...form.getInputProps('new_password')}
      />
    </DialogForm>
  );
}
