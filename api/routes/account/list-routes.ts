import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ListElement, ListName } from '../../../shared/accounts/account-lists.ts';
import { addElement, changeElement, removeElement } from '../../../shared/accounts/account-lists.ts';
import { LIST_SORTS, readElement, readList } from '../../../shared/accounts/read-account.ts';
import { nextCursor, pageQuery } from '../../../shared/contracts/common.ts';
import { decodeCursor, encodeCursor } from '../../../shared/contracts/cursor.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { readPatch } from '../../../shared/contracts/intake/strict-body.ts';
import { ifMatchHeaders } from './if-match.ts';
import { bodyErrors, preconditionErrors } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

/** A list of the account file as a resource. */
export interface ListResource {
  readonly list: ListName;
  /** In URLs: `item-controls`. */
  readonly path: string;
  /** One element: `profile`. */
  readonly noun: string;
  /** Name of the parameter: `warehouse_id`. */
  readonly idName: string;
  /** In names of operations: `Warehouse`. */
  readonly operation: string;
  readonly view: z.ZodType;
  readonly body: z.ZodType;
  readonly patch: z.ZodType;
  /** Set if the id is not a member of the element itself. */
  readonly showsId?: true;
  readonly removal: string;
  /** Whether several elements may have the same name. A rule that exists already is then a 422 at its place, as in an account file. */
  readonly repeatsNames?: true;
}

const BODY_LIMIT_BYTES = 1024 * 1024;

const place = z.tuple([z.int().min(1), z.string()]).readonly();

/** By default, most lists fit in one page. */
const listQuery = pageQuery.extend({
  limit: pageQuery.shape.limit.default(1000),
  q: z.string().max(200).optional().describe('What the ID or the name contains.'),
});

/** GET of all and of one, POST, PATCH and DELETE of a list's elements. Each change makes a new version of the configuration. */
export function listRoutes(resource: ListResource): FastifyPluginAsyncZod {
  const { list, path, noun, idName, operation, view, body, patch, removal } = resource;
  const tags = ['Configuration'];
  const sort = z.enum(LIST_SORTS[list]).describe('With - in front: descending.');
  const params = z.object({ [idName]: z.string().max(1000) });
  const show = ({ id, value, etag }: ListElement) => ({
    ...(resource.showsId && { [idName]: id }),
    ...value,
    etag,
  });

  return async (app) => {
    app.get(
      `/${path}`,
      {
        config: { role: 'member' },
        schema: {
          operationId: `list${operation}s`,
          tags,
          summary: `List ${noun}s`,
          description: 'In the order of the account file, or as sort says.',
          querystring: listQuery.extend({ sort: sort.optional() }),
          response: {
            200: z.strictObject({ [list]: z.array(view), next_cursor: nextCursor }).describe('A page.'),
          },
        },
      },
      async (request, reply) => {
        const { q = '', sort = null, cursor, limit } = request.query;
        const after = cursor === undefined ? null : decodeCursor(place, cursor);
        const asked = { slug: request.account.slug, list, sought: q.toLowerCase(), sort, after, limit };
        const { elements, next, etag } = await workOnAccount(request, readList, [asked]);
        reply.header('etag', etag);
        return { [list]: elements.map(show), next_cursor: next && encodeCursor(next) };
      },
    );

    app.get(
      `/${path}/:${idName}`,
      {
        config: { role: 'member' },
        schema: {
          operationId: `get${operation}`,
          tags,
          summary: `Show one ${noun}`,
          params,
          response: { 200: view },
        },
      },
      async (request, reply) => {
        const { account, params } = request;
        const asked = { slug: account.slug, list, id: params[idName]! };
        const element = await workOnAccount(request, readElement, [asked]);
        reply.header('etag', element.etag);
        return show(element);
      },
    );

    app.post(
      `/${path}`,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        config: { role: 'owner', ownBodies: { 'application/json': body } },
        schema: {
          operationId: `create${operation}`,
          tags,
          summary: `Add a ${noun}`,
          response: {
            201: view,
            ...bodyErrors,
            ...(!resource.repeatsNames && {
              409: accountErrorBody.describe(`This ${noun} already exists.`),
            }),
          },
        },
      },
      async (request, reply) => {
        const value = readPatch(body, request.wholeBody);
        const act = { ...request.account, list, if_match: undefined };
        const element = await workOnAccount(request, addElement, [act, value]);
        return reply.code(201).header('etag', element.etag).send(show(element));
      },
    );

    app.patch(
      `/${path}/:${idName}`,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        config: { role: 'owner', ownBodies: { 'application/json': patch } },
        schema: {
          operationId: `change${operation}`,
          tags,
          summary: `Change a ${noun}`,
          params,
          headers: ifMatchHeaders,
          response: { 200: view, ...bodyErrors, ...preconditionErrors },
        },
      },
      async (request, reply) => {
        const { account, headers, params, wholeBody } = request;
        const act = { ...account, list, if_match: headers['if-match'] };
        const changed = readPatch(patch, wholeBody);
        const element = await workOnAccount(request, changeElement, [act, params[idName]!, changed]);
        return reply.header('etag', element.etag).send(show(element));
      },
    );

    app.delete(
      `/${path}/:${idName}`,
      {
        config: { role: 'owner' },
        schema: {
          operationId: `remove${operation}`,
          tags,
          summary: `Remove a ${noun}`,
          params,
          headers: ifMatchHeaders,
          response: { 204: z.undefined().describe(removal), ...preconditionErrors },
        },
      },
      async (request, reply) => {
        const { account, headers, params } = request;
        const act = { ...account, list, if_match: headers['if-match'] };
        await workOnAccount(request, removeElement, [act, params[idName]!]);
        return reply.code(204).send();
      },
    );
  };
}
