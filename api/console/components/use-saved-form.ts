import { type UseFormInput, useForm } from '@mantine/form';
import { pathWords } from '../view/change-words.ts';
import { smallestChanges, valueText } from '../view/changes.ts';
import type { Asked, Change } from './use-change.ts';
import { useRemoteChanges } from './use-remote-changes.ts';

/** What people read of each field of a form, by its path, and what else is the same wherever it is drawn. */
export type FieldTexts = Readonly<
  Record<string, { readonly label: string; readonly [prop: string]: unknown }>
>;

/** For useForm: its fields have these texts. */
export const withTexts = (texts: FieldTexts) => ({
  enhanceGetInputProps: ({ field }: { field: string }) => texts[field] ?? {},
});

/** What the question says besides what changes. */
type AskedOfForm = Pick<Asked, 'title' | 'verb' | 'of' | 'isDangerous' | 'text' | 'isFinal'>;

const labelOf = (texts: FieldTexts, path: string) =>
  texts[path]?.label ?? texts[path.split('.')[0]!]?.label ?? pathWords(path);

interface SavedForm<V, B> {
  /** The values that are saved now. */
  readonly saved: V;
  readonly fields: FieldTexts;
  readonly validate?: NonNullable<UseFormInput<V>['validate']>;
  readonly act: Change<B>;
  /** The question before it is saved, from what is different. */
  readonly asks: (values: V, changed: readonly string[]) => AskedOfForm;
  /** What is sent. */
  readonly bodyOf: (values: V) => B;
  /** The message when it is saved. */
  readonly said: (values: V) => string;
  readonly onDone: () => void;
}

/** What a DialogForm needs to change what is saved: it follows what somebody else saves meanwhile. */
export function useSavedForm<V extends Record<string, unknown>, B>(options: SavedForm<V, B>) {
  const { saved, fields: texts, validate, act, bodyOf, asks, said, onDone } = options;
  const form = useForm<V>({ initialValues: saved, ...withTexts(texts), ...(validate && { validate }) });
  const conflicts = useRemoteChanges(form, saved);
  const onSubmit = form.onSubmit((values) => {
    const differing = smallestChanges([{ path: '', before: saved, after: values }]).map((each) => ({
      ...each,
      path: each.path.slice(1),
    }));
    const effects = differing.map(({ path, before, after }) => ({
      what: labelOf(texts, path),
      before: valueText(before),
      after: valueText(after),
    }));
    const question = asks(
      values,
      differing.map(({ path }) => path),
    );
    // A fault of the dry run is shown in the form.
    void act.propose(bodyOf(values), { effects, ...question, done: said(values), onDone }).catch(() => {});
  });
  return { form, conflicts, theirs: saved, texts, onSubmit, act };
}
