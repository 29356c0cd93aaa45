import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../client/operations.ts';
import { ErrorNote } from '../../components/error-note.tsx';

/** Asks for a link to a new password. `email` is what was entered at the sign-in. */
export function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const forgot = useWrite('post', '/account/v1/session/forgot', 'session', { outdates: [] });
  const form = useForm({ mode: 'uncontrolled', initialValues: { email } });
  return (
    <form onSubmit={form.onSubmit((values) => forgot.mutate(values))}>
      <Stack gap="md">
        {forgot.error && <ErrorNote error={forgot.error} />}
        {forgot.isSuccess ? (
          <Text role="status">
            If this address has an account, we have emailed it a link. The link works for an hour.
          </Text>
        ) : (
          <>
            <Text size="sm">We email you a link to set a new password.</Text>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={forgot.isPending}>
              Send link
            </Button>
          </>
        )}
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          Back to sign-in
        </Button>
      </Stack>
    </form>
  );
}
