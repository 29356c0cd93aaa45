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
  /** Rows of grey that are shown where the data will be. */
  readonly lines?: number;
  /** What else may be done if what the address names is not there. */
  readonly ifMissing?: ReactNode;
}

/**
 * Draws a query's states: loading, error with a retry, data. Old data stays, dimmed, while other data loads, and below
 * an error that came later. What is empty, the data's own view says.
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

/** Grey lines where data will be. */
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
