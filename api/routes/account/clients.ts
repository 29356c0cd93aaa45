import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actorOf } from '../../../shared/accounts/actor.ts';
import { addClient, changeClient } from '../../../shared/accounts/change-client.ts';
import { listClients, showClient } from '../../../shared/accounts/client-list.ts';
import { editPlan, listPlans } from '../../../shared/accounts/plans.ts';
import {
  clientPatch,
  clientsPage,
  clientsQuery,
  clientView,
  newClient,
  planPatch,
  planView,
} from '../../../shared/contracts/account/operators.ts';
import { soughtIdentifier } from '../../../shared/contracts/common.ts';
import { decodeCursor, encodeCursor } from '../../../shared/contracts/cursor.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { readStrictBody } from '../../../shared/contracts/intake/strict-body.ts';
import { bodyErrors } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAGS = ['Operators'];
const params = z.object({ slug: soughtIdentifier });
const planParams = z.object({ code: soughtIdentifier });
const notThere = { 404: accountErrorBody.describe('It is not there.') };

/** All clients of the service, and the plans they are on. */
const clients: FastifyPluginAsyncZod = async (app) => {
  const { db, now } = app.services;

  app.get(
    '/clients',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'listClients',
        tags: TAGS,
        summary: 'List clients',
        querystring: clientsQuery,
        response: { 200: clientsPage },
      },
    },
    async ({ query: { q, cursor, limit } }) => {
      const after = cursor === undefined ? null : decodeCursor(z.string(), cursor);
      const found = await listClients(db, { q, after, limit: limit + 1 }, now());
      const page = found.slice(0, limit);
      return { clients: page, next_cursor: found.length > limit ? encodeCursor(page.at(-1)!.slug) : null };
    },
  );

  app.get(
    '/clients/:slug',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'getClient',
        tags: TAGS,
        summary: 'Show a client',
        params,
        response: { 200: clientView, ...notThere },
      },
    },
    async ({ params: { slug } }) => showClient(db, slug, now()),
  );

  app.post(
    '/clients',
    {
      config: { role: 'operator', ownBodies: { 'application/json': newClient } },
      schema: {
        operationId: 'createClient',
        tags: TAGS,
        summary: 'Create a client',
        description: 'Its account is then set up with ?client=slug.',
        response: {
          201: clientView,
          ...bodyErrors,
          409: accountErrorBody.describe('A client with this slug already exists.'),
        },
      },
    },
    async ({ caller, wholeBody }, reply) => {
      const client = readStrictBody(newClient, wholeBody);
      await addClient(db, { who: actorOf(caller!), client });
      return reply.code(201).send(await showClient(db, client.slug, now()));
    },
  );

  app.patch(
    '/clients/:slug',
    {
      config: { role: 'operator', ownBodies: { 'application/json': clientPatch } },
      schema: {
        operationId: 'changeClient',
        tags: TAGS,
        summary: 'Change a client: its plan, limits, subscription, contract variant',
        params,
        response: { 200: clientView, ...bodyErrors, ...notThere },
      },
    },
    async (request) => {
      const { slug } = request.params;
      const client = { ...readStrictBody(clientPatch, request.wholeBody), slug };
      const { client_id } = await showClient(db, slug, now());
      await workOnAccount(request, changeClient, [{ who: actorOf(request.caller!), client }], client_id);
      return showClient(db, slug, now());
    },
  );

  app.get(
    '/plans',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'listPlans',
        tags: TAGS,
        summary: 'List plans',
        response: { 200: z.strictObject({ plans: z.array(planView) }) },
      },
    },
    async () => ({ plans: await listPlans(db) }),
  );

  app.patch(
    '/plans/:code',
    {
      config: { role: 'operator', ownBodies: { 'application/json': planPatch } },
      schema: {
        operationId: 'changePlan',
        tags: TAGS,
        summary: 'Change the numbers of a plan',
        description: 'For every client of it.',
        params: planParams,
        response: { 200: planView, ...bodyErrors, ...notThere },
      },
    },
    async ({ caller, params: { code }, wholeBody }) =>
      editPlan(db, code, readStrictBody(planPatch, wholeBody), actorOf(caller!)),
  );
};

export default clients;
