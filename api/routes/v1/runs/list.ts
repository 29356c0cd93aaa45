import type { FastifyInstance } from 'fastify';
import { runPage, runParams, runsQuery, shownRun } from '../../../../shared/contracts/run.ts';
import { showRun } from '../../../../shared/runs/counts/run-counts.ts';
import { reading } from '../../../send-long.ts';
import { addOperation, noSuchRun } from '../responses.ts';

/** Runs, managed and synchronous, and how far they are (docs/guides/runs.md). */
export default async function list(app: FastifyInstance): Promise<void> {
  const { db } = app.services;

  addOperation(app, 'Runs', 'GET /runs', {
    operationId: 'listRuns',
    summary: 'List runs',
    description: "The runs of the key's environment, synchronous ones too, newest first.",
    query: runsQuery,
    answer: runPage,
    handle: reading('listRuns', ({ principal, query }) => [principal.ledger_id, query]),
  });

  addOperation(app, 'Runs', 'GET /runs/:routing_run_id', {
    operationId: 'getRun',
    summary: 'Show a run and how far it is',
    description: 'Its counts, its progress and, where its input had faults, the first hundred of them.',
    params: runParams,
    answer: shownRun,
    responses: noSuchRun,
    handle: ({ params, principal }) => showRun(db, principal.ledger_id, params.routing_run_id),
  });
}
