import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useSignIn } from '../../client/session.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { useArrival } from '../../components/use-arrival.ts';

/** The sign-in form. After it, the page of the address is shown. */
export function SignInPage() {
  useDocumentTitle('Sign in · Warehouse routing');
  const arrival = useArrival();
  const signIn = useSignIn();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
          <Stack gap="md">
            <div>
              <Title order={1} {...arrival}>
                Sign in
              </Title>
              <Text size="sm" c="dimmed">
                Warehouse routing
              </Text>
            </div>
            {signIn.error && <ErrorNote error={signIn.error} />}
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
            <Text size="xs" c="dimmed">
              No account, or forgot your password? Ask an owner of your account to add you or reset it.
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
