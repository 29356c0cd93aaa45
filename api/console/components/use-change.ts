import { useMutation } from '@tanstack/react-query';
import { read, write } from '../client/calls.ts';
import { type OpenDraft, useDraft } from '../client/draft.tsx';
import { type Affected, useAffectedOrders } from '../client/order-count.ts';
import { type Kind, scopeOf } from '../client/query-keys.ts';
import { clientQuery, useScope } from '../client/scope.ts';
import { isChangedMeanwhile, ServiceError } from '../client/service-error.ts';
import { useReadAgain } from '../client/use-account-mutation.ts';
import { confirm, type Question } from './confirm.tsx';
import { notifyDone, notifyFailed } from './notify.tsx';

/** What is asked before a change of the account. */
export interface Asked extends Omit<Question, 'text' | 'notice'> {
  readonly text?: string;
  /** Whose orders it is about; left out: those of nobody. */
  readonly of?: Affected | undefined;
  /** The message when it is done. */
  readonly done: string;
  readonly onDone?: () => void;
  /** What it does besides cannot be taken back. */
  readonly isFinal?: () => boolean;
}

/** The question, or how it is made from what the dry run answers; null: there is nothing to ask. */
type Asking<A> = Asked | ((tried: A) => Asked | null | Promise<Asked | null>);

interface ChangeOptions<V> {
  /** What is changed: it says whether the change needs an environment. */
  readonly kind?: Kind;
  readonly outdates?: readonly Kind[];
  /** Changes the open draft instead. */
  readonly inDraft?: (draft: OpenDraft, values: V, query: { client?: string }) => Promise<void>;
}

/** The question before a change of the account by `send`. */
export interface Change<V, A = unknown> {
  /** Throws what the dry run throws; then nothing is asked. */
  readonly propose: (values: V | (() => V), asking: Asking<A>) => Promise<void>;
  /** The same, and says it, where no form does. */
  readonly ask: (values: V | (() => V), asking: Asking<A>) => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/**
 * The one door of a change of the account: tries it, asks with what changes in words, the Live orders of the last day and those
 * that wait, does it, and offers Undo where it made a version. A draft is changed at once, and undone in the list of its changes.
 */
export function useChange<V, A>(
  send: (values: V, query: { client?: string; dry_run?: 'true' }) => Promise<A>,
  { kind = 'configuration', outdates = ['configuration'], inDraft }: ChangeOptions<V> = {},
): Change<V, A> {
  const draft = useDraft();
  const scope = useScope();
  const query = clientQuery(scope);
  const reread = useReadAgain();
  const countOrders = useAffectedOrders();
  const readAgain = () => reread([...outdates, 'history']);
  const change = useMutation({
    mutationFn: ({ values, isTrial }: { values: V; isTrial: boolean }) =>
      send(values, { ...scopeOf(kind, scope), ...(isTrial && { dry_run: 'true' }) }),
    onSuccess: (_, { isTrial }) => (isTrial ? undefined : readAgain()),
    onError: (error) => (isChangedMeanwhile(error) ? readAgain() : undefined),
  });
  const present = async () => {
    const { activations } = await read('/account/v1/configurations', query, { limit: 1 });
    return activations[0]?.configuration_id;
  };
  const restore = async (configuration_id: number, ifStill: number | undefined) => {
    if ((await present()) !== ifStill) throw new ServiceError(409, { detail: CHANGED_SINCE });
    await write('post', '/account/v1/configurations/{configuration_id}/restore', query, { configuration_id });
    await readAgain();
  };
  const propose: Change<V, A>['propose'] = async (given, asking) => {
    const valuesOf = () => (typeof given === 'function' ? (given as () => V)() : given);
    if (draft !== null && typeof asking !== 'function') {
      await inDraft!(draft, valuesOf(), query);
      notifyDone(`In the draft: ${asking.done}`);
      return asking.onDone?.();
    }
    const tried = await change.mutateAsync({ values: valuesOf(), isTrial: true });
    const asked = typeof asking === 'function' ? await asking(tried) : asking;
    if (asked === null) return;
    const { of, effects = [], text = FROM_NEXT, onDone, isFinal, ...question } = asked;
    const orders = of === undefined ? [] : await countOrders(of);
    confirm({
      ...(scope.environment === 'test' && { notice: OF_BOTH }),
      ...question,
      text,
      effects: [...effects, ...orders],
      act: async () => {
        const before = await present();
        await change.mutateAsync({ values: valuesOf(), isTrial: false });
        onDone?.();
        const after = await present();
        if (before !== undefined && after !== before && !isFinal?.()) return () => restore(before, after);
      },
    });
  };
  return {
    propose,
    ask: (values, asking) => void propose(values, asking).catch(notifyFailed),
    error: change.error,
    isPending: change.isPending,
  };
}

const FROM_NEXT = 'It holds from the next order. Orders that were routed stay as they are.';
const OF_BOTH = 'Test and Live share this account: Live changes too.';
const CHANGED_SINCE = 'The account has changed since. Restore an earlier version on the History page.';
