import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { dryRun } from '../../../shared/contracts/account/account.ts';

type DryRun = z.output<typeof dryRun>;

/** Headers of a change that is refused if the data has changed since it was read. */
export const ifMatchHeaders = z.looseObject({
  'if-match': z
    .string()
    .max(1000)
    .optional()
    .describe(
      'The ETag of what you have seen: 412 if it was changed meanwhile. Without it the last change wins.',
    ),
});

/** The account of a request, with its If-Match. */
export function matchedAccount({ account, headers }: Pick<FastifyRequest, 'account' | 'headers'>) {
  return { ...account, if_match: headers['if-match'] };
}

/** The same of a change that can be tried. */
export function editOf(request: Pick<FastifyRequest, 'account' | 'headers'> & { query: DryRun }) {
  return { ...matchedAccount(request), dry_run: request.query.dry_run };
}

/** Sends the ETag of an answer as a header, too. */
export function withEtag<View extends { readonly etag: string }>(reply: FastifyReply, view: View): View {
  reply.header('etag', view.etag);
  return view;
}
