import type { FastifyInstance } from 'fastify';
import { asOfQuery } from '../../../shared/contracts/dry-run.ts';
import { MAX_CARTS, promiseAnswer, promiseRequest } from '../../../shared/contracts/promise.ts';
import { promiseCarts } from '../../../shared/runs/promise.ts';
import { answerBody } from '../../bodies/answer-body.ts';
import { addOperation } from './responses.ts';

/** POST /promise (docs/explanation/dates-and-capacity.md, Promises). */
export default async function promise(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Orders', 'POST /promise', {
    operationId: 'promiseCarts',
    summary: 'Ask when carts would arrive',
    description:
      `For product pages and checkouts: up to ${MAX_CARTS} carts to one ZIP, each decided alone on the present stock. ` +
      'Nothing is stored, reserved or counted. It has a rate limit of its own.',
    config: { needsBody: true, ifLarger: `Send fewer carts a request: up to ${MAX_CARTS}.` },
    query: asOfQuery,
    bodies: { 'application/json': promiseRequest },
    answer: promiseAnswer.describe('What would ship of each cart, and when.'),
    handle: (request, reply) =>
      answerBody(app, request, reply, promiseCarts, { as_of: request.query.as_of ?? null, dry_run: {} }),
  });
}
