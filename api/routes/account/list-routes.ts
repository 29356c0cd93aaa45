import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ListElement, ListName } from '../../../shared/account/account-lists.ts';
import { LIST_SORTS } from '../../../shared/account/read-account.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import { nextCursor, pageQuery } from '../../../shared/contracts/common.ts';
import { decodeCursor, encodeCursor } from '../../../shared/contracts/cursor.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { readPatch } from '../../../shared/contracts/intake/strict-body.ts';
import { READ_HERE_BYTES } from '../operation.ts';
import { editOf, ifMatchHeaders, withEtag } from './etag.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

/** A list of the account file as a resource. */
interface ListResource {
  readonly list: ListName;
  /** In URLs: `item-controls`. */
  readonly path: string;
  /** One element: `profile`. */
  readonly noun: string;
  /** Name of the parameter: `warehouse_id`. */
  readonly idName: string;
  /** In names of operations: `Warehouse`. */
  readonly operation: string;
  readonly tag?: string;
  readonly view: z.ZodType;
  /** The answer to POST if it has more than the view: a secret. */
  readonly created?: z.ZodType;
  readonly body: z.ZodType;
  readonly patch: z.ZodType;
  /** The answer to PATCH if it has more than the view: the stock of a warehouse. */
  readonly changed?: z.ZodType;
  /** Set if the id is not a member of the element itself. */
  readonly showsId?: true;
  readonly removal: string;
  /** Members of elements that are not in the account file, by id: GET shows them. */
  readonly more?: (request: FastifyRequest) => Promise<ReadonlyMap<string, object>>;
  /** Whether several elements may have the same name. A rule that exists already is then a 422 with its path, as in an account file. */
  readonly repeatsNames?: true;
}

const position = z.tuple([z.int().min(1), z.string()]).readonly();

/** By default, most lists fit in one page. */
const listQuery = pageQuery.extend({
  limit: pageQuery.shape.limit.default(1000),
  q: z.string().max(200).optional().describe('What the ID or the name contains.'),
});

/** Adds GET of all and of one, POST, PATCH and DELETE of a list's elements. Each change makes a new version of the configuration. */
export function addList(app: FastifyInstance, resource: ListResource): void {
  const {
    list,
    path,
    noun,
    idName,
    operation,
    view,
    created = view,
    body,
    patch,
    changed = view,
    removal,
  } = resource;
  const { tag = 'Configuration' } = resource;
  const sort = z.enum(LIST_SORTS[list]).describe('With - in front: descending.');
  const params = z.object({ [idName]: z.string().max(1000) });
  const show = ({ id, value, etag }: ListElement) => ({
    ...(resource.showsId && { [idName]: id }),
    ...value,
    etag,
  });
  const alreadyThere = { 409: accountErrorBody.describe(`This ${noun} already exists.`) };

  addOperation(app, tag, `GET /${path}`, {
    operationId: `list${operation}s`,
    summary: `List ${noun}s`,
    description: 'In the order of the account file, or as sort says.',
    config: { role: 'member' },
    query: listQuery.extend({ sort: sort.optional() }),
    answer: z.strictObject({ [list]: z.array(view), next_cursor: nextCursor }).describe('A page.'),
    handle: async (request, reply) => {
      const { q = '', sort = null, cursor, limit } = request.query;
      const after = cursor === undefined ? null : decodeCursor(position, cursor);
      const asked = { slug: request.account.slug, list, sought: q.toLowerCase(), sort, after, limit };
      const { elements, next, etag } = await workOnAccount(request, 'readList', [asked]);
      reply.header('etag', etag);
      const more = await resource.more?.(request);
      const shown = elements.map((element) => ({ ...show(element), ...more?.get(element.id) }));
      return { [list]: shown, next_cursor: next && encodeCursor(next) };
    },
  });

  addOperation(app, tag, `GET /${path}/:${idName}`, {
    operationId: `get${operation}`,
    summary: `Show one ${noun}`,
    config: { role: 'member' },
    params,
    answer: view,
    handle: async (request, reply) => {
      const { account, params } = request;
      const asked = { slug: account.slug, list, id: params[idName]! };
      const shown = show(await workOnAccount(request, 'readElement', [asked]));
      const more = await resource.more?.(request);
      return withEtag(reply, { ...shown, ...more?.get(asked.id) });
    },
  });

  addOperation(app, tag, `POST /${path}`, {
    operationId: `create${operation}`,
    summary: `Add a ${noun}`,
    config: { role: 'owner' },
    query: dryRun,
    bodyLimit: READ_HERE_BYTES,
    bodies: { 'application/json': body },
    status: 201,
    answer: created,
    responses: resource.repeatsNames ? {} : alreadyThere,
    handle: async (request, reply) => {
      const value = readPatch(body, request.wholeBody);
      const { dry_run } = request.query;
      const act = { ...request.account, list, if_match: undefined, dry_run };
      const { secret, ...element } = await workOnAccount(request, 'addElement', [act, value]);
      return withEtag(reply, {
        ...show(element),
        ...(secret !== null && { secret: dry_run ? null : secret }),
      });
    },
  });

  addOperation(app, tag, `PATCH /${path}/:${idName}`, {
    operationId: `change${operation}`,
    summary: `Change a ${noun}`,
    config: { role: 'owner' },
    params,
    query: dryRun,
    headers: ifMatchHeaders,
    bodyLimit: READ_HERE_BYTES,
    bodies: { 'application/json': patch },
    answer: changed,
    handle: async (request, reply) => {
      const act = { ...editOf(request), list };
      const args = [act, request.params[idName]!, readPatch(patch, request.wholeBody)] as const;
      const { stock, ...element } = await workOnAccount(request, 'changeElement', [...args]);
      return withEtag(reply, { ...show(element), ...(stock !== null && { stock }) });
    },
  });

  addOperation(app, tag, `DELETE /${path}/:${idName}`, {
    operationId: `remove${operation}`,
    summary: `Remove a ${noun}`,
    config: { role: 'owner' },
    params,
    query: dryRun,
    headers: ifMatchHeaders,
    answer: z.undefined().describe(removal),
    handle: async (request) => {
      const act = { ...editOf(request), list };
      await workOnAccount(request, 'removeElement', [act, request.params[idName]!]);
    },
  });
}
