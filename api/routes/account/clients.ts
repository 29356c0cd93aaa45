import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { editPlan, listPlans, showClient } from '../../../shared/account/plans.ts';
import {
  clientPatch,
  clientsPage,
  clientsQuery,
  clientView,
  newClient,
  planPatch,
  planView,
  serviceDay,
  serviceView,
} from '../../../shared/contracts/account/operators.ts';
import { soughtIdentifier } from '../../../shared/contracts/common.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { packageVersion } from '../../../shared/foundation/project-root.ts';
import { actorOf } from '../../../shared/identity/actor.ts';
import { readServiceDay } from '../../../shared/operations/metrics/service-minutes.ts';
import { readServiceState } from '../../../shared/operations/metrics/service-state.ts';
import { reading } from '../../send-long.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Operators';
/** Clients are made one at a time. */
const NOT_YET_A_CLIENT = 0;
const params = z.object({ slug: soughtIdentifier });
const planParams = z.object({ code: soughtIdentifier });
const notThere = { 404: accountErrorBody.describe('It is not there.') };

/** All clients of the service, the plans they are on, and whether the whole service works. */
export default async function clients(app: FastifyInstance): Promise<void> {
  const { db, now } = app.services;

  addOperation(app, TAG, 'GET /clients', {
    operationId: 'listClients',
    summary: 'List clients',
    config: { role: 'operator' },
    query: clientsQuery,
    answer: clientsPage,
    handle: reading('listClients', ({ query }) => [query, now()]),
  });

  addOperation(app, TAG, 'GET /clients/:slug', {
    operationId: 'getClient',
    summary: 'Show a client',
    config: { role: 'operator' },
    params,
    answer: clientView,
    responses: notThere,
    handle: async ({ params: { slug } }) => showClient(db, slug, now()),
  });

  addOperation(app, TAG, 'POST /clients', {
    operationId: 'createClient',
    summary: 'Create a client',
    description: 'Its account is then set up with ?client=slug.',
    config: { role: 'operator' },
    body: newClient,
    status: 201,
    answer: clientView,
    responses: { 409: accountErrorBody.describe('A client with this slug already exists.') },
    handle: async (request, _reply, client) => {
      await workOnAccount(
        request,
        'addClient',
        [{ who: actorOf(request.caller!), client }],
        NOT_YET_A_CLIENT,
      );
      return showClient(db, client.slug, now());
    },
  });

  addOperation(app, TAG, 'PATCH /clients/:slug', {
    operationId: 'changeClient',
    summary: 'Change a client: its plan, limits, subscription, contract variant',
    config: { role: 'operator' },
    params,
    body: clientPatch,
    answer: clientView,
    responses: notThere,
    handle: async (request, _reply, patch) => {
      const { slug } = request.params;
      const client = { ...patch, slug };
      const { client_id } = await showClient(db, slug, now());
      await workOnAccount(request, 'changeClient', [{ who: actorOf(request.caller!), client }], client_id);
      return showClient(db, slug, now());
    },
  });

  addOperation(app, TAG, 'GET /plans', {
    operationId: 'listPlans',
    summary: 'List plans',
    config: { role: 'operator' },
    answer: z.strictObject({ plans: z.array(planView) }),
    handle: async () => ({ plans: await listPlans(db) }),
  });

  addOperation(app, TAG, 'PATCH /plans/:code', {
    operationId: 'changePlan',
    summary: 'Change the numbers of a plan',
    description: 'For every client of it.',
    config: { role: 'operator' },
    params: planParams,
    body: planPatch,
    answer: planView,
    responses: notThere,
    handle: ({ caller, params: { code } }, _reply, patch) => editPlan(db, code, patch, actorOf(caller!)),
  });

  const version = packageVersion();
  addOperation(app, TAG, 'GET /service', {
    operationId: 'getService',
    summary: 'Show the health of the service',
    description: 'Single jobs are at /ops/queues.',
    config: { role: 'operator', quiet: true },
    answer: serviceView,
    handle: async () => ({
      version,
      is_copy: app.services.isCopy,
      ...(await readServiceState(app.services)),
    }),
  });

  addOperation(app, TAG, 'GET /service/day', {
    operationId: 'getServiceDay',
    summary: 'Show the last day of the service',
    description: 'From counts of the service itself, each minute.',
    config: { role: 'operator', quiet: true },
    answer: serviceDay.describe('The last day.'),
    handle: () => readServiceDay(db.pool, now()),
  });
}
