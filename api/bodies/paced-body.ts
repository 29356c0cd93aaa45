import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { follow } from '../../shared/contracts/intake/incoming-body.ts';

/**
 * A request's body as a stream. It may take any time at the least rate; below that rate it fails with AppError
 * body_timeout. The request itself is not destroyed, so that its sender can read the answer.
 */
export function pacedBody(app: FastifyInstance, { raw }: Pick<FastifyRequest, 'raw'>): Readable {
  const paced = new PassThrough();
  app.bodies.pace.watch(raw, null, (error) => paced.destroy(error));
  return follow(raw, paced);
}
