import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { PartName } from '../../../shared/account/account-parts.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import { readPatch } from '../../../shared/contracts/intake/strict-body.ts';
import { READ_HERE_BYTES } from '../operation.ts';
import { editOf, ifMatchHeaders, withEtag } from './etag.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Configuration';

/** How an operation is documented. */
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
}

/** A part of the account as a resource. */
interface PartResource {
  /** `:name` in it stands for the parameter of this name. */
  readonly part: PartName;
  readonly path: `/${string}`;
  readonly params?: z.ZodType<{ readonly name: string }>;
  readonly view: z.ZodType;
  readonly show: Described;
  readonly change: Described & {
    readonly method: 'PATCH' | 'PUT';
    readonly body: z.ZodType;
    /** What a body is checked by if not by its own schema, because what it results in is checked. */
    readonly check?: z.ZodType;
    /** The change in a body, if it is not the body itself. */
    readonly sentOf?: (body: Readonly<Record<string, unknown>>) => unknown;
  };
  /** `sent`: the change that it is, by the name in the path; left out: null. */
  readonly remove?: Described & { readonly sent?: (name: string) => unknown };
}

/** Adds GET of a part, PATCH or PUT, and DELETE if it can be removed. */
export function addPart(
  app: FastifyInstance,
  { part, path, params, view, show, change, remove }: PartResource,
): void {
  const { method, body, check = body, sentOf = (sent) => sent, ...changing } = change;
  const shown = { ...(params && { params }), answer: view };
  const ofOwner = { ...shown, config: { role: 'owner' as const }, headers: ifMatchHeaders, query: dryRun };
  const nameIn = ({ params }: Pick<FastifyRequest, 'params'>) => (params as { name?: string }).name ?? '';
  const partIn = (request: Pick<FastifyRequest, 'params'>) =>
    part.replace(':name', () => nameIn(request)) as PartName;
  const changeTo = (request: FastifyRequest & Parameters<typeof editOf>[0], sent: unknown) =>
    workOnAccount(request, 'changePart', [editOf(request), partIn(request), sent]);

  addOperation(app, TAG, `GET ${path}`, {
    ...show,
    ...shown,
    config: { role: 'member' },
    handle: async (request, reply) =>
      withEtag(reply, await workOnAccount(request, 'readPart', [request.account.slug, partIn(request)])),
  });

  addOperation(app, TAG, `${method} ${path}`, {
    ...changing,
    ...ofOwner,
    bodies: { 'application/json': body },
    bodyLimit: READ_HERE_BYTES,
    handle: async (request, reply) => {
      const sent = sentOf(readPatch(check, request.wholeBody));
      return withEtag(reply, await changeTo(request, sent));
    },
  });

  if (remove === undefined) return;
  const { sent = () => null, ...removing } = remove;
  addOperation(app, TAG, `DELETE ${path}`, {
    ...removing,
    ...ofOwner,
    handle: async (request, reply) => withEtag(reply, await changeTo(request, sent(nameIn(request)))),
  });
}
