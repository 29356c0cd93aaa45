import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { useSession } from '../../client/session.ts';
import { useLinkSso, useTestSso } from '../../client/sso.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { Panel } from '../../components/section.tsx';
import type { Sso } from './use-sso.ts';

/** Visits to the provider by an owner: a test, with what it said at the last one, and the link of themselves. */
export function SsoTest({ last }: { last: Sso['last_test'] }) {
  const test = useTestSso();
  const link = useLinkSso();
  const user = useSession().data?.user;
  const error = test.error ?? link.error;
  return (
    <Panel
      title="Test"
      beside={
        <Group gap="xs">
          {user?.role === 'owner' && !user.by_sso && (
            <PlainButton size="xs" loading={link.isPending} onClick={() => link.mutate(undefined)}>
              Link my account
            </PlainButton>
          )}
          <Button size="xs" loading={test.isPending} onClick={() => test.mutate(undefined)}>
            Test sign-on
          </Button>
        </Group>
      }
    >
      <Hint mb="sm">
        A test goes to the provider and back without signing anyone in. People who have a password link it
        once, after signing in with it.
      </Hint>
      {error && <ErrorNote error={error} />}
      {last !== null && (
        <>
          <Alert
            color={last.problem === null ? 'green' : 'red'}
            variant="light"
            title={last.problem === null ? '✓ Sign-in would work' : '✕ Sign-in would fail'}
          >
            {last.problem ?? `Role: ${last.role ?? 'as set on the Users page'}.`}
          </Alert>
          <Text size="sm" mt="sm">
            The provider said, <MomentText at={last.at} />:
          </Text>
          <Code block tabIndex={0} aria-label="What the provider said">
            {last.claims === null ? 'nothing' : JSON.stringify(last.claims, null, 2)}
          </Code>
        </>
      )}
    </Panel>
  );
}
