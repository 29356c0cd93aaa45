import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface DialogFormProps {
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  /** The action of the form. */
  readonly act: { readonly error: Error | null; readonly isPending: boolean };
  /** The words on its one button. */
  readonly verb: string;
  readonly children: ReactNode;
}

/** A form in a dialog: the error, the fields, one button. */
export function DialogForm({ onSubmit, act, verb, children }: DialogFormProps) {
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        {act.error && <ErrorNote error={act.error} />}
        {children}
        <Button type="submit" loading={act.isPending}>
          {verb}
        </Button>
      </Stack>
    </form>
  );
}
