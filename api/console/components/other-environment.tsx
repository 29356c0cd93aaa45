import { Text } from '@mantine/core';
import { useScope } from '../client/scope.ts';
import { TextLink } from './page-link.tsx';

/** A link to the same page in the other environment, for something that was not found. */
export function OtherEnvironment() {
  const isTest = useScope().environment === 'test';
  return (
    <Text size="sm">
      You are viewing {isTest ? 'Test' : 'Live'}.{' '}
      <TextLink to="." search={{ environment: isTest ? undefined : 'test' }}>
        Look in {isTest ? 'Live' : 'Test'}
      </TextLink>
    </Text>
  );
}
