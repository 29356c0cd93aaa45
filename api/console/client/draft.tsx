import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { applyEdits, type DraftEdits, type DraftPart, withEdit } from '../view/draft.ts';

type Row = Readonly<Record<string, unknown>>;

/** A draft of the account: what its pages change while it is open. Nothing is saved. */
export interface OpenDraft {
  readonly edits: DraftEdits;
  readonly setEdits: (next: (edits: DraftEdits) => DraftEdits) => void;
  /** Changes members of an element, all of it if it is new; null removes it. `read` reads it from the account. */
  readonly edit: (
    part: DraftPart,
    id: string,
    changes: Row | null,
    read: () => Promise<Row | null>,
  ) => Promise<void>;
}

const Context = createContext<OpenDraft | null>(null);

/** The draft that the forms around change instead of the account; null: they change the account. */
export const useDraft = () => useContext(Context);

/** Forms inside change a draft. */
export function DraftProvider({ draft, children }: { draft: OpenDraft; children: ReactNode }) {
  return <Context value={draft}>{children}</Context>;
}

/** A new draft, kept as long as its page is open. */
export function useNewDraft(): OpenDraft {
  const [edits, setEdits] = useState<DraftEdits>({});
  return useMemo(
    () => ({
      edits,
      setEdits,
      edit: async (part, id, changes, read) => {
        const known = edits[part]?.[id];
        const before = known ? known.before : await read();
        setEdits((present) => {
          const now = present[part]?.[id]?.after ?? before;
          return withEdit(present, part, id, { before, after: changes && { ...now, ...changes } });
        });
      },
    }),
    [edits],
  );
}

/** The rows of a page of a list, as the open draft has them. */
export function useDraftedRows<P extends DraftPart, R>(part: P, idOf: (row: R) => string) {
  const edits = useDraft()?.edits;
  return useCallback(
    (page: { readonly [N in P]: readonly R[] } & { readonly next_cursor: string | null }): readonly R[] =>
      edits === undefined
        ? page[part]
        : applyEdits(edits, part, page[part], { idOf, isLast: page.next_cursor === null }),
    [edits, part, idOf],
  );
}
