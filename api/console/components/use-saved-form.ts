import { type UseFormInput, useForm } from '@mantine/form';
import { useDone } from './use-done.ts';
import { useRemoteChanges } from './use-remote-changes.ts';

/** What people read of each field of a form, by its path, and what else is the same wherever it is drawn. */
export type FieldTexts = Readonly<
  Record<string, { readonly label: string; readonly [prop: string]: unknown }>
>;

/** For useForm: its fields have these texts. */
export const withTexts = (texts: FieldTexts) => ({
  enhanceGetInputProps: ({ field }: { field: string }) => texts[field] ?? {},
});

interface SavedForm<V, B> {
  /** The values that are saved now. */
  readonly saved: V;
  readonly fields: FieldTexts;
  readonly validate?: NonNullable<UseFormInput<V>['validate']>;
  readonly act: {
    readonly mutate: (body: B, options: { readonly onSuccess: () => void }) => void;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
  /** What is sent. */
  readonly bodyOf: (values: V) => B;
  /** The message when it is saved. */
  readonly said: (values: V) => string;
  readonly onDone: () => void;
}

/** What a DialogForm needs to change what is saved: it follows what somebody else saves meanwhile. */
export function useSavedForm<V extends Record<string, unknown>, B>(options: SavedForm<V, B>) {
  const { saved, fields: texts, validate, act, bodyOf, said, onDone } = options;
  const done = useDone();
  const form = useForm<V>({ initialValues: saved, ...withTexts(texts), ...(validate && { validate }) });
  const conflicts = useRemoteChanges(form, saved);
  const onSubmit = form.onSubmit((values) => {
    const onSuccess = () => {
      done(said(values));
      onDone();
    };
    act.mutate(bodyOf(values), { onSuccess });
  });
  return { form, conflicts, theirs: saved, texts, onSubmit, act };
}
