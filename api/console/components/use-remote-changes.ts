import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { isSameValue } from '../view/changes.ts';

/** Fields of an open form that are saved otherwise meanwhile, and the choice of a value. */
export interface Conflicts {
  readonly fields: readonly string[];
  readonly keep: (whose: 'mine' | 'theirs', field: string) => void;
}

/**
 * Looks after a form while somebody else saves the same thing. `theirs` is what is saved now. A form that the person has
 * not touched follows it. In one with changes the person chooses: each field that differs is a conflict.
 */
export function useRemoteChanges<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  theirs: V,
): Conflicts {
  // Compared by its text, because the values may be new objects at each render.
  const text = JSON.stringify(theirs);
  const seen = useRef(text);
  const [fields, setFields] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (text === seen.current) return;
    seen.current = text;
    const mine = form.getValues();
    const isTouched = form.isDirty();
    form.resetDirty(theirs);
    if (isTouched) setFields(Object.keys(theirs).filter((name) => !isSameValue(mine[name], theirs[name])));
    else form.setValues(theirs);
  }, [text]);
  const keep = (whose: 'mine' | 'theirs', field: string) => {
    if (whose === 'theirs') form.setValues({ ...form.getValues(), [field]: theirs[field] });
    setFields(fields.filter((each) => each !== field));
  };
  return { fields, keep };
}
