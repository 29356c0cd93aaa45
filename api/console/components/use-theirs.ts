import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { merge } from '../view/merge.ts';

/** Fields that somebody else changed too since the form was opened, and the choice of a value. */
export interface Conflicts {
  readonly fields: readonly string[];
  readonly keep: (whose: 'mine' | 'theirs', field: string) => void;
}

/**
 * Keeps a form up to date while somebody else saves the same thing. `theirs` is what is saved now. Fields that the
 * person has not touched follow it; the others stay, and those that both changed are conflicts.
 */
export function useTheirs<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  theirs: V,
): Conflicts {
  const base = useRef(theirs);
  const [fields, setFields] = useState<readonly string[]>([]);
  // Compared by their text, because the values may be new objects at each render.
  const text = JSON.stringify(theirs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (text === JSON.stringify(base.current)) return;
    const { merged, conflicts } = merge(base.current, form.getValues(), theirs);
    base.current = theirs;
    form.resetDirty(theirs);
    form.setValues(merged);
    setFields((before) => [...new Set([...before, ...(conflicts as string[])])]);
  }, [text]);
  const keep = (whose: 'mine' | 'theirs', field: string) => {
    if (whose === 'theirs') form.setValues({ ...form.getValues(), [field]: theirs[field] });
    setFields(fields.filter((each) => each !== field));
  };
  return { fields, keep };
}
