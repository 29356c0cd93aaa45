import { Center, Paper, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Hint } from '../../components/hint.tsx';
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
        <Hint mb="md">Warehouse routing</Hint>
        <SignInForm />
      </Paper>
    </Center>
  );
}
