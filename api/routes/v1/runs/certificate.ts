import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { runParams } from '../../../../shared/contracts/run.ts';
import { certificateParts } from '../../../../shared/runs/certificate.ts';
import { findRun } from '../../../../shared/runs/run-queries.ts';
import { sendLong } from '../../../send-long.ts';
import { addOperation, noSuchRun } from '../responses.ts';

const line = z
  .looseObject({ type: z.enum(['run', 'window', 'supply', 'eligible', 'order']) })
  .meta({ id: 'CertificateLine' });

/** GET /api/v1/runs/{routing_run_id}/certificate: what proves the floor of a run, as a stream. */
const certificate: FastifyPluginAsync = async (app) => {
  addOperation(app, 'GET /runs/:routing_run_id/certificate', {
    operationId: 'getRunCertificate',
    tag: 'Runs',
    summary: "Get the certificate of a run's floor",
    description:
      'Of a run whose orders were improved together (setting batch_optimization), once its floor is computed: supply and prices, who ' +
      'may ship what, and the routes of each order alone and in the end, a line each. A short program checks by it that no ' +
      'assignment has fewer shipments than the floor, and that no order is worse off.',
    params: runParams,
    answer: {
      description: 'The lines. The first one is of type run; each window begins with a line of type window.',
      content: { 'application/x-ndjson': { schema: line } },
    },
    responses: noSuchRun,
    handle: async (request, reply) => {
      const { params, principal } = request;
      const { db } = app.services;
      const run = await findRun(db.pool, principal.ledger_id, params.routing_run_id);
      const parts = await certificateParts(db, run);
      return sendLong(request, reply, principal.client_id, 'writeCertificate', parts, {
        type: 'application/x-ndjson',
        file: `run-${run.client_run_number}-certificate.ndjson`,
      });
    },
  });
};

export default certificate;
