import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { FileDrop } from './file-drop.tsx';

interface FileStepProps {
  readonly label: string;
  readonly hint: string;
  readonly isBusy?: boolean;
  /** Checks a file, and asks with what it changes. */
  readonly check: (file: File) => Promise<void>;
  /** Shown below: progress, results. */
  readonly children?: ReactNode;
}

/** A place to drop a file. It is checked first, and has an effect only when the person has seen what it changes. */
export function FileStep({ label, hint, isBusy = false, check, children }: FileStepProps) {
  const checking = useMutation({ mutationFn: check });
  return (
    <Stack gap="sm">
      <FileDrop label={label} hint={hint} isBusy={isBusy || checking.isPending} onFile={checking.mutate} />
      {children}
      {checking.error && <ErrorNote error={checking.error} faultsTitle="The file has faults" />}
    </Stack>
  );
}
