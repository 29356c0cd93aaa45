import { useDraft } from '../client/draft.tsx';
import { type Affected, useAffectedOrders } from '../client/order-count.ts';
import { useUndoable } from '../client/undo.ts';
import type { Confirmation } from './confirm.tsx';
import { useConfirm } from './use-done.ts';

/** A change of the account, and what is asked before. */
export interface AccountChange extends Omit<Confirmation, 'undo' | 'text'> {
  readonly text?: string;
  /** Whose orders it is about; left out: those of nobody. */
  readonly of?: Affected | undefined;
  /** The same as a dry run. If it is refused, nothing is asked. */
  readonly attempt?: () => Promise<unknown>;
}

/**
 * The one door of a change of the account: tries it, asks with what changes in words, the Live orders of the last day and those
 * that wait, does it, and offers Undo. A draft is changed at once. Throws what the dry run throws.
 */
export function useDoor(): (change: AccountChange) => Promise<void> {
  const confirm = useConfirm();
  const undoable = useUndoable();
  const countOrders = useAffectedOrders();
  const isDraft = useDraft() !== null;
  return async ({ attempt, of, act, effects = [], text = FROM_NEXT, ...question }) => {
    if (isDraft) return confirm({ ...question, text, act });
    await attempt?.();
    const orders = of === undefined ? [] : await countOrders(of);
    confirm({ ...question, text, effects: [...effects, ...orders], ...undoable(act) });
  };
}

const FROM_NEXT = 'It holds from the next order. Orders that were routed stay as they are.';
