import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import { assertWithinPlan } from '../../../../shared/account/usage.ts';
import { refuseUnknownWarehouses, toReroute } from '../../../../shared/contracts/reroute.ts';
import type { RerouteRunRequest } from '../../../../shared/contracts/reroute-run.ts';
import { startRerouteRun } from '../../../../shared/ledger/reroute-run.ts';
import { asAccepted, findRun, type ShownRun } from '../../../../shared/runs/run-queries.ts';
import { answeredOnce } from '../../../idempotency.ts';
import { enqueueAccepted } from './enqueue.ts';

/**
 * Accepts a run over stored orders once for each Idempotency-Key, and answers with it as `present` shows it.
 * Throws AppError: not_found, unknown_warehouse, usage_limit.
 */
export async function acceptReroute(
  request: FastifyRequest,
  wanted: RerouteRunRequest,
  present: (tx: pg.PoolClient, run: ShownRun) => Promise<object>,
) {
  const { principal } = request;
  const { db, ledgerQueues, now } = request.server.services;
  const { ledger_id } = principal;
  const { configuration } = await loadConfiguration(db, principal.configuration_id);
  refuseUnknownWarehouses(toReroute(wanted), configuration.warehouses);
  let accepted: number | null = null;
  const answered = await answeredOnce(request, async (saveKey) => {
    if (wanted.routing_run_id) await findRun(db.pool, ledger_id, wanted.routing_run_id);
    await assertWithinPlan(db.pool, principal, 1, now());
    return ledgerQueues.pushAlone(principal, {}, async (tx) => {
      accepted = await startRerouteRun(tx, principal, wanted);
      const run = asAccepted(await findRun(tx, ledger_id, accepted));
      const response = JSON.stringify(await present(tx, run));
      return { answer: response, save: saveKey(response) };
    });
  });
  if (accepted !== null) enqueueAccepted(request, accepted);
  return answered;
}
