import { Center, Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useArrival } from '../../components/use-arrival.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The page of somebody who is not signed in. After it, the page of the address is shown. */
export function SignInPage() {
  useDocumentTitle('Sign in · Warehouse routing');
  const arrival = useArrival();
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Title order={1} {...arrival}>
          Sign in
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          Warehouse routing
        </Text>
        <SignInForm />
      </Paper>
    </Center>
  );
}
