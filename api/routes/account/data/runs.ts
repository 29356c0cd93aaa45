import type { FastifyPluginAsync } from 'fastify';
import {
  accountRun,
  accountRunPage,
  accountRunsQuery,
  runDecisionPage,
  runDecisionsQuery,
} from '../../../../shared/contracts/account/runs.ts';
import { runParams } from '../../../../shared/contracts/run.ts';
import { readAccountRun } from '../../../../shared/operations/insight/account-run.ts';
import { listAccountRuns } from '../../../../shared/operations/insight/list-account-runs.ts';
import { findRun } from '../../../../shared/routing/run-queries.ts';
import { searchPage } from '../../../../shared/routing/search/search-orders.ts';
import { addRead } from './add-read.ts';

/** Runs for people. The routes that change them are those of the customer API. */
const runs: FastifyPluginAsync = async (app) => {
  const { db } = app.services;

  addRead(app, '/runs', {
    operationId: 'listAccountRuns',
    tag: 'Runs',
    summary: 'List runs',
    description:
      'Runs that have not ended first, then the others; both newest first. With sort=created_at: oldest first.',
    query: accountRunsQuery,
    answer: accountRunPage.describe('A page of runs.'),
    read: ({ query, principal }) => listAccountRuns(db.pool, principal.ledger_id, query),
  });

  addRead(app, '/runs/:routing_run_id', {
    operationId: 'getAccountRun',
    tag: 'Runs',
    summary: 'Show a run, how far it is and where it ships from',
    params: runParams,
    answer: accountRun.describe('The run.'),
    read: ({ params, principal }) => readAccountRun(db, principal.ledger_id, params.routing_run_id),
  });

  addRead(app, '/runs/:routing_run_id/decisions', {
    operationId: 'listRunDecisions',
    tag: 'Runs',
    summary: "Search a run's decisions",
    description: 'In request order; those too that a later decision on the order has replaced (see latest).',
    params: runParams,
    query: runDecisionsQuery,
    answer: runDecisionPage.describe('A page of decisions.'),
    read: async ({ params, query, principal }) => {
      const { ledger_id } = principal;
      const { id } = await findRun(db.pool, ledger_id, params.routing_run_id);
      const { cursor, limit, ...filter } = query;
      const bounds = { first: id, last: id };
      const scan = { ledger_id, direction: 'request_order', bounds, filter } as const;
      return searchPage(db, scan, { cursor, limit, latestOnly: false });
    },
  });
};

export default runs;
