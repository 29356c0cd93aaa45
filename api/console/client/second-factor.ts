import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The person's own second factor. */
export function useSecondFactor() {
  return useQuery({
    queryKey: queryKeys.secondFactor,
    queryFn: () => answerOf(api.GET('/account/v1/second-factor')),
  });
}

/** Makes a seed for an authenticator app. */
export function useBeginSecondFactor() {
  return useMutation({ mutationFn: () => answerOf(api.POST('/account/v1/second-factor')) });
}

/** Turns the second factor on. The answer has the recovery codes, which are never shown again. */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (body: { code: string }) => answerOf(api.POST('/account/v1/second-factor/confirm', { body })),
  });
}

/** Makes new recovery codes, which are never shown again. The old ones end. */
export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (body: { code: string }) =>
      answerOf(api.POST('/account/v1/second-factor/recovery-codes', { body })),
  });
}

/** Turns the second factor off. */
export function useRemoveSecondFactor() {
  const readAgain = useReadSecondFactor();
  return useMutation({
    mutationFn: (body: { code: string }) => answerOf(api.DELETE('/account/v1/second-factor', { body })),
    onSuccess: readAgain,
  });
}

/** Reads again what says whether the person has a second factor. */
export function useReadSecondFactor() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.session, queryKeys.secondFactor, ['people']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
