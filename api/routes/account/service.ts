import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { serviceView } from '../../../shared/contracts/account/operators.ts';
import { readServiceState } from '../../../shared/operations/metrics/service-state.ts';
import { packageVersion } from '../../plugins/openapi.ts';

/** GET /account/v1/service: whether the whole service works, and which work waits. */
const service: FastifyPluginAsyncZod = async (app) => {
  const version = packageVersion();
  app.get(
    '/service',
    {
      config: { role: 'operator', quiet: true },
      schema: {
        operationId: 'getService',
        tags: ['Operators'],
        summary: 'Show the health of the service',
        description: 'Single jobs are at /ops/queues.',
        response: { 200: serviceView },
      },
    },
    async () => ({ version, ...(await readServiceState(app.services)) }),
  );
};

export default service;
