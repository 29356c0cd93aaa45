import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  accountRun,
  accountRunPage,
  accountRunsQuery,
  runDecisionPage,
  runDecisionsQuery,
} from '../../../../shared/contracts/account/runs.ts';
import { runParams } from '../../../../shared/contracts/run.ts';
import { readAccountRun } from '../../../../shared/insight/account-run.ts';
import { listAccountRuns } from '../../../../shared/insight/list-account-runs.ts';
import { searchPage } from '../../../../shared/insight/search-orders.ts';
import { findRun } from '../../../../shared/runs/run-queries.ts';

const TAGS = ['Runs'];

/** Runs for people; what changes them is in the routes of the customer API. */
const runs: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.services;

  app.get(
    '/runs',
    {
      schema: {
        operationId: 'listAccountRuns',
        tags: TAGS,
        summary: 'List runs',
        description: 'Runs that have not ended first, then the others; both newest first.',
        querystring: accountRunsQuery,
        response: { 200: accountRunPage.describe('A page of runs.') },
      },
    },
    async ({ query, principal }) => listAccountRuns(db.pool, principal.ledger_id, query),
  );

  app.get(
    '/runs/:routing_run_id',
    {
      schema: {
        operationId: 'getAccountRun',
        tags: TAGS,
        summary: 'Show a run, how far it is and where it ships from',
        params: runParams,
        response: { 200: accountRun.describe('The run.') },
      },
    },
    async ({ params, principal }) => readAccountRun(db, principal.ledger_id, params.routing_run_id),
  );

  app.get(
    '/runs/:routing_run_id/decisions',
    {
      schema: {
        operationId: 'listRunDecisions',
        tags: TAGS,
        summary: "Search a run's decisions",
        description:
          'In request order; those too that a later decision on the order has replaced (see latest).',
        params: runParams,
        querystring: runDecisionsQuery,
        response: { 200: runDecisionPage.describe('A page of decisions.') },
      },
    },
    async ({ params, query, principal }) => {
      const { ledger_id } = principal;
      const { routing_run_id: run } = await findRun(db.pool, ledger_id, params.routing_run_id);
      const { cursor, limit, ...filter } = query;
      const bounds = { first: run, last: run };
      const scan = { ledger_id, direction: 'request_order', bounds, filter } as const;
      return searchPage(db, scan, { cursor, limit, latestOnly: false });
    },
  );
};

export default runs;
