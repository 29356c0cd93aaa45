import { useMutation, useQuery } from '@tanstack/react-query';
import type { components } from '../../../shared/client/account-api.d.ts';
import { answerOf, api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** What a link is for, which is also the path of its page. */
export type LinkKind = components['schemas']['Link']['kind'];

/** What a link is for, and whom. It fails if the link has ended. */
export function useLink(kind: LinkKind, token: string) {
  return useQuery({
    queryKey: queryKeys.link(token),
    queryFn: () => answerOf(api.POST('/account/v1/session/link', { body: { token, kind } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Joins an account. */
export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (body: { token: string; password?: string; code?: string }) =>
      answerOf(api.POST('/account/v1/session/invitation', { body })),
  });
}

/** Asks for a link to a new password by mail. The answer does not tell whether somebody has the address. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: { email: string }) => answerOf(api.POST('/account/v1/session/forgot', { body })),
  });
}

/** Sets a new password by a link. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; new_password: string }) =>
      answerOf(api.POST('/account/v1/session/reset', { body })),
  });
}
