import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import { assertWithinPlan } from '../../../../shared/account/usage.ts';
import { rerouteRunRequest } from '../../../../shared/contracts/reroute-run.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { pipeline } from '../../../../shared/db/pipeline.ts';
import { inTransaction } from '../../../../shared/db/transaction.ts';
import { startRerouteRun } from '../../../../shared/ledger/reroute-run.ts';
import { asAccepted, findRun, viewRun } from '../../../../shared/runs/run-queries.ts';
import { answeredOnce, idempotencyHeaders, sendAnswer } from '../../../idempotency.ts';
import { addOperation, noSuchRun } from '../responses.ts';
import { enqueueAccepted } from './enqueue.ts';

/** POST /api/v1/runs/reroute (docs/guides/correct-an-order.md). */
const reroute: FastifyPluginAsync = async (app) => {
  const { db, clientMutex, now } = app.services;

  addOperation(app, 'POST /runs/reroute', {
    operationId: 'rerouteOrders',
    tag: 'Runs',
    summary: 'Route stored orders again, as a run',
    description:
      'Starts a run over all orders whose latest decision meets the body: without one, those that are NONE. The ' +
      "orders are chosen when the client's earlier runs have ended, as they are then, the oldest first; until then " +
      "the run has none, and its phase is receiving. An order's own reservation is released when its turn comes. " +
      'Each order counts as a routed order. If the plan admits fewer, the run fails as a whole and says so. The ' +
      'body may be left out.',
    headers: idempotencyHeaders,
    body: rerouteRunRequest,
    status: 202,
    answer: runView.describe('The run was accepted. Location says where it is found.'),
    responses: noSuchRun,
    handle: async (request, reply, wanted) => {
      const { principal } = request;
      const { client_id, ledger_id } = principal;
      const answered = await answeredOnce(request, async (saveKey) => {
        if (wanted.routing_run_id) await findRun(db.pool, ledger_id, wanted.routing_run_id);
        await assertWithinPlan(db.pool, principal, 1, now());
        return clientMutex.run(client_id, () =>
          inTransaction(db.pool, async (tx) => {
            const id = await startRerouteRun(tx, principal, wanted);
            const response = JSON.stringify(await viewRun(tx, asAccepted(await findRun(tx, ledger_id, id))));
            await pipeline(tx).commitWith({ key: saveKey(response) });
            return response;
          }),
        );
      });
      const { routing_run_id } = JSON.parse(answered.answer) as z.infer<typeof runView>;
      enqueueAccepted(request, routing_run_id);
      reply.header('location', `${app.prefix}/runs/${routing_run_id}`);
      return sendAnswer(reply.code(202), answered);
    },
  });
};

export default reroute;
