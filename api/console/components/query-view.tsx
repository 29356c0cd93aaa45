import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { isMissing } from '../client/service-error.ts';
import { ErrorNote } from './error-note.tsx';

interface QueryViewProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
  /** The number of grey lines that are shown while the data loads. */
  readonly lines?: number;
  /** Shown below the error if the service answered 404. */
  readonly ifMissing?: ReactNode;
}

/**
 * Draws a query's states: loading, error with a retry, data. Old data stays, dimmed, while other data loads, and also
 * below a later error. The view of the data itself shows that it is empty.
 */
export function QueryView<T>({ query, children, lines = 6, ifMissing }: QueryViewProps<T>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (data === undefined && error === null) return <LoadingLines lines={lines} />;
  return (
    <Stack gap="md">
      {error !== null && (
        <ErrorNote error={error} onRetry={() => void refetch()}>
          {isMissing(error) && ifMissing}
        </ErrorNote>
      )}
      {data !== undefined && (
        <div className={isPlaceholderData ? 'dimmed' : undefined} aria-busy={isPlaceholderData}>
          {children(data)}
        </div>
      )}
    </Stack>
  );
}

/** Grey lines in the place of the data. */
function LoadingLines({ lines }: { lines: number }) {
  const keys = Array.from({ length: lines }, (_, line) => `line-${line}`);
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {keys.map((key) => (
        <Skeleton key={key} height={28} animate={false} />
      ))}
    </Stack>
  );
}
