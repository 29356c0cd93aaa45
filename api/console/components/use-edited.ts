import { useState } from 'react';

/** The element of a list whose form is open: one of its rows as it is saved now, or a new one. */
export function useEdited<T>(rows: readonly T[], idOf: (row: T) => string) {
  const [edited, setEdited] = useState<T | 'new' | null>(null);
  const close = () => setEdited(null);
  const chosen = edited === 'new' ? null : edited;
  return {
    /** null: a new one. Somebody else may have changed it since the form was opened. */
    current: chosen && (rows.find((row) => idOf(row) === idOf(chosen)) ?? chosen),
    open: setEdited as (row: T) => void,
    add: () => setEdited('new'),
    close,
    modal: { opened: edited !== null, onClose: close },
  };
}
