import type { FastifyPluginAsync } from 'fastify';
import { serviceDay, serviceView } from '../../../shared/contracts/account/operators.ts';
import { packageVersion } from '../../../shared/foundation/project-root.ts';
import { readServiceDay } from '../../../shared/operations/metrics/service-minutes.ts';
import { readServiceState } from '../../../shared/operations/metrics/service-state.ts';
import { addOperation } from './responses.ts';

/** GET /account/v1/service: whether the whole service works, and which work waits. */
const service: FastifyPluginAsync = async (app) => {
  const version = packageVersion();
  addOperation(app, 'GET /service', {
    operationId: 'getService',
    tag: 'Operators',
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

  addOperation(app, 'GET /service/day', {
    operationId: 'getServiceDay',
    tag: 'Operators',
    summary: 'Show the last day of the service',
    description: 'From counts of the service itself, each minute.',
    config: { role: 'operator', quiet: true },
    answer: serviceDay.describe('The last day.'),
    handle: () => readServiceDay(app.services.db.pool, app.services.now()),
  });
};

export default service;
