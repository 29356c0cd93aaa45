import type { FastifyInstance } from 'fastify';
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
  readonly part: PartName;
  readonly path: `/${string}`;
  readonly view: z.ZodType;
  readonly show: Described;
  readonly change: Described & {
    readonly method: 'PATCH' | 'PUT';
    readonly body: z.ZodType;
    /** What a body is checked by if not by its own schema, because what it results in is checked. */
    readonly check?: z.ZodType;
  };
  /** `sent`: the change that it is; left out: null. */
  readonly remove?: Described & { readonly sent?: object };
}

/** Adds GET of a part, PATCH or PUT, and DELETE if it can be removed. */
export function addPart(
  app: FastifyInstance,
  { part, path, view, show, change, remove }: PartResource,
): void {
  const { method, body, check = body, ...changing } = change;
  const ofOwner = {
    config: { role: 'owner' as const },
    headers: ifMatchHeaders,
    query: dryRun,
    answer: view,
  };

  addOperation(app, TAG, `GET ${path}`, {
    ...show,
    config: { role: 'member' },
    answer: view,
    handle: async (request, reply) =>
      withEtag(reply, await workOnAccount(request, 'readPart', [request.account.slug, part])),
  });

  addOperation(app, TAG, `${method} ${path}`, {
    ...changing,
    ...ofOwner,
    bodies: { 'application/json': body },
    bodyLimit: READ_HERE_BYTES,
    handle: async (request, reply) => {
      const sent = readPatch(check, request.wholeBody);
      return withEtag(reply, await workOnAccount(request, 'changePart', [editOf(request), part, sent]));
    },
  });

  if (remove === undefined) return;
  const { sent = null, ...removing } = remove;
  addOperation(app, TAG, `DELETE ${path}`, {
    ...removing,
    ...ofOwner,
    handle: async (request, reply) =>
      withEtag(reply, await workOnAccount(request, 'changePart', [editOf(request), part, sent])),
  });
}
