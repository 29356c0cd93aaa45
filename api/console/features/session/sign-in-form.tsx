import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSignIn } from '../../client/session.ts';
import { useSignInBySso } from '../../client/sso.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { CodeInput } from './code-input.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { PasswordField } from './password-field.tsx';
import { useCodeQuestion } from './use-code-question.ts';

/** Escape here closes no dialog below. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** Email and password. `email` is known if a session has ended. */
export function SignInForm({ email = '' }: { email?: string }) {
  const signIn = useSignIn();
  const bySso = useSignInBySso();
  const [forgotten, setForgotten] = useState<string | null>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '', code: '' } });
  const { asksCode, error } = useCodeQuestion(signIn.error, signIn.variables);
  const submit = form.onSubmit(({ code, ...values }) =>
    signIn.mutate({ ...values, ...(asksCode && { code }) }),
  );
  /** The domain of the address says which provider. */
  const goToProvider = () => {
    const field = form.getInputNode('email') as HTMLInputElement | null;
    if (field?.reportValidity()) bySso.mutate({ email: form.getValues().email });
  };
  if (forgotten !== null) return <ForgotPassword email={forgotten} onBack={() => setForgotten(null)} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {(bySso.error ?? error) && <ErrorNote error={(bySso.error ?? error)!} />}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus={email === ''}
          {...KEEPS_ESCAPE}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          data-autofocus
          {...KEEPS_ESCAPE}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {asksCode && (
          <CodeInput autoFocus {...KEEPS_ESCAPE} key={form.key('code')} {...form.getInputProps('code')} />
        )}
        <Button type="submit" loading={signIn.isPending} {...KEEPS_ESCAPE}>
          Sign in
        </Button>
        <PlainButton loading={bySso.isPending} onClick={goToProvider} {...KEEPS_ESCAPE}>
          Use single sign-on
        </PlainButton>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setForgotten(form.getValues().email)}
          {...KEEPS_ESCAPE}
        >
          Forgot password?
        </Button>
        <Text size="xs" c="dimmed">
          No account? Ask an account owner to invite you.
        </Text>
      </Stack>
    </form>
  );
}
