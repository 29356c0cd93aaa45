import { Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useDraft } from '../client/draft.tsx';
import { ServiceError } from '../client/service-error.ts';
import { valueText } from '../view/changes.ts';
import { faultsByField } from '../view/field-faults.ts';
import { ConflictList } from './conflict-list.tsx';
import { ErrorNote } from './error-note.tsx';
import { useUnsavedForm } from './form-modal.tsx';
import type { Conflicts } from './use-remote-changes.ts';
import type { FieldTexts } from './use-saved-form.ts';

interface DialogFormProps<V> {
  readonly form: UseFormReturnType<V>;
  /** Paths of the fields in the body that is sent; without it, the names of the form's values. */
  readonly fields?: readonly string[];
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  /** The action of the form. */
  readonly act: { readonly error: Error | null; readonly isPending: boolean };
  /** The words on its one button. */
  readonly verb: string;
  /** What somebody else changed meanwhile, their values, and what the fields are called. */
  readonly conflicts?: Conflicts;
  readonly theirs?: V;
  readonly texts?: FieldTexts;
  /** What is entered is no loss. */
  readonly mayBeLeft?: true;
  readonly children: ReactNode;
}

const NONE: Conflicts = { fields: [], keep: () => {} };

/** A form in a dialog: the fields, with faults at their places, one button, and above them an error that has no field. */
export function DialogForm<V extends Record<string, unknown>>(props: DialogFormProps<V>) {
  const { form, fields = Object.keys(form.getValues()), onSubmit, act, verb, mayBeLeft, children } = props;
  const { conflicts = NONE, theirs, texts } = props;
  const isAtFields = useFaultsAtFields(form, act.error, fields);
  const isDraft = useDraft() !== null;
  const hasConflicts = conflicts.fields.length > 0;
  useUnsavedForm(() => !mayBeLeft && form.isDirty());
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        {act.error && !isAtFields && !hasConflicts && (
          <ErrorNote error={act.error} fieldsWithFaults={fields} />
        )}
        <ConflictList
          conflicts={conflicts}
          labelOf={(field) => texts?.[field]?.label ?? field}
          valuesOf={(field) => ({
            mine: valueText(form.getValues()[field]),
            theirs: valueText(theirs?.[field]),
          })}
        />
        {children}
        <Button type="submit" loading={act.isPending} disabled={hasConflicts}>
          {isDraft ? `${verb} in the draft` : verb}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * Shows the faults of a refused form at their fields, and puts the focus on the first of these. Returns whether all of
 * them have a field.
 */
export function useFaultsAtFields<V>(
  form: UseFormReturnType<V>,
  error: Error | null,
  fields: readonly string[],
): boolean {
  const faults = error instanceof ServiceError ? error.faults : [];
  const { byField, others } = faultsByField(faults, fields);
  // The form and the fields are new at each render; only another error has other faults.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const [first] = Object.keys(byField);
    if (first === undefined) return;
    form.setErrors(byField);
    form.getInputNode(first as never)?.focus();
  }, [error]);
  return faults.length > 0 && others.length === 0;
}
