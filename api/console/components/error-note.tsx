import { Alert, Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ServiceError, sentenceOf } from '../client/service-error.ts';
import { faultsByField } from '../view/field-faults.ts';
import { LinkedSentence } from './linked-sentence.tsx';
import { PlainButton } from './plain-button.tsx';

interface ErrorNoteProps {
  readonly error: unknown;
  /** The title of faults of what was sent. */
  readonly faultsTitle?: string;
  /** Fields that show their own faults. */
  readonly fieldsWithFaults?: readonly string[];
  /** Tries again. Offered only if that may help. */
  readonly onRetry?: () => void;
  /** What else may be done. */
  readonly children?: ReactNode;
}

const MAX_LISTED = 20;

/** Shows an error: what is wrong, where, and what to do. */
export function ErrorNote({ error, faultsTitle, fieldsWithFaults = [], onRetry, children }: ErrorNoteProps) {
  const failure = error instanceof ServiceError ? error : null;
  const sentence = failure === null ? 'Something went wrong. Reload the page.' : sentenceOf(failure);
  const { others } = faultsByField(failure?.faults ?? [], fieldsWithFaults);
  // A single fault that the sentence names is not repeated.
  const isSaid = others.length === 1 && sentence.includes(others[0]!.message);
  // A file tells all that is wrong with it at once.
  const faults = isSaid ? [] : others.slice(0, faultsTitle ? undefined : MAX_LISTED);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={(failure?.status === 422 && faultsTitle) || titleOf(failure)}
    >
      <Text size="sm">
        <LinkedSentence text={sentence} />
      </Text>
      {faults.length > 0 && (
        <List size="sm" mt="xs">
          {faults.map((fault) => (
            <List.Item key={`${fault.path} ${fault.message}`}>
              <b>{fault.path}</b> <LinkedSentence text={fault.message} />
            </List.Item>
          ))}
        </List>
      )}
      {children}
      {onRetry && mayPass(failure) && (
        <Group mt="sm">
          <PlainButton size="xs" onClick={onRetry}>
            Try again
          </PlainButton>
        </Group>
      )}
    </Alert>
  );
}

/** Whether the same request may succeed later. */
function mayPass(failure: ServiceError | null): boolean {
  return failure === null || failure.status === 0 || failure.status === 429 || failure.status >= 500;
}

function titleOf(failure: ServiceError | null): string {
  if (failure === null) return 'Something went wrong';
  if (failure.status === 0) return 'No response';
  if (failure.status === 403) return 'Not allowed';
  if (failure.status === 404) return 'Not found';
  if (failure.status === 412) return 'Changed by someone else';
  return failure.status >= 500 ? 'Service unavailable' : 'Request rejected';
}
