import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Confirmation } from './confirm.tsx';
import { ErrorNote } from './error-note.tsx';
import { FileDrop } from './file-drop.tsx';
import { useConfirm } from './use-done.ts';

interface FileStepProps {
  readonly label: string;
  readonly hint: string;
  readonly isBusy?: boolean;
  /** Checks a file. Returns the question that says what it changes; null if the person has said no already. */
  readonly check: (file: File) => Promise<Confirmation | null>;
  /** Shown below: progress, results. */
  readonly children?: ReactNode;
}

/** A place to drop a file. It is checked first, and has an effect only when the person has seen what it changes. */
export function FileStep({ label, hint, isBusy = false, check, children }: FileStepProps) {
  const checking = useMutation({ mutationFn: check });
  const confirm = useConfirm();
  const begin = (file: File) =>
    checking.mutate(file, { onSuccess: (question) => question !== null && confirm(question) });
  return (
    <Stack gap="sm">
      <FileDrop label={label} hint={hint} isBusy={isBusy || checking.isPending} onFile={begin} />
      {children}
      {checking.error && <ErrorNote error={checking.error} faultsTitle="The file has faults" />}
    </Stack>
  );
}
