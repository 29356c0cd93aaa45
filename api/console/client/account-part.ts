import { useQuery } from '@tanstack/react-query';
import type { DraftPart } from '../view/draft.ts';
import { type OpenDraft, useDraft } from './draft.tsx';
import { keyOf } from './query-keys.ts';
import { clientQuery, useScope } from './scope.ts';

type Query = { readonly client?: string };
type Values = Readonly<Record<string, unknown>>;

/** A part of the account that is read as a whole, and that a draft may change. */
export interface AccountPart<A> {
  /** What a draft calls it. There it is one element, with the same name as its ID. */
  readonly draftPart: DraftPart;
  readonly read: (query: Query) => Promise<A>;
  /** The values of an answer that a draft may change. */
  readonly valuesOf: (answer: A) => Values;
  /** The answer with these values. */
  readonly withValues: (answer: A, values: Values) => A;
}

/** A part of the account, with the open draft laid over. */
export function useAccountPart<A>(
  part: AccountPart<A>,
  options: { enabled?: boolean; staleTime?: number } = {},
) {
  const scope = useScope();
  const drafted = useDraft()?.edits[part.draftPart]?.[part.draftPart]?.after;
  return useQuery({
    ...options,
    queryKey: keyOf('configuration', scope, part.draftPart),
    queryFn: () => part.read(clientQuery(scope)),
    select: (answer: A) => (drafted ? part.withValues(answer, drafted) : answer),
  });
}

/** Changes values of a part in a draft. */
export const editPart = <A>(
  { draftPart, read, valuesOf }: AccountPart<A>,
  draft: OpenDraft,
  values: Values,
  query: Query,
) => draft.edit(draftPart, draftPart, values, async () => valuesOf(await read(query)));
