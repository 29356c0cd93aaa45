import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../shared/foundation/errors/app-error.ts';
import { hideSecrets } from '../../shared/identity/secrets.ts';
import { errorBodyOf, RETRY_AFTER_SECONDS, toAppError } from '../http-errors.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { methodsAt, methodsOfFixedPath } from './route-table.ts';

/** Answers any failure with its error body, and logs failures that are the service's fault. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error, request.routeOptions.bodyLimit);
  if (failure.status >= 500) logFailure(failure, request);
  // If the URL itself is bad, Fastify calls this before any hook.
  reply.header(REQUEST_ID_HEADER, request.id);
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
  const retryAfter = failure.retryAfterSeconds ?? (failure.status === 503 ? RETRY_AFTER_SECONDS : null);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (failure.status === 408) reply.header('connection', 'close'); // the rest of the body may never come
  reply.code(failure.status).send(errorBodyOf(failure));
}

/** Whether what the path names is not there, or cannot be. */
function isNotFound(error: Error): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'validation_failed');
}

function logFailure(failure: AppError, request: FastifyRequest): void {
  const facts = { err: failure.cause ?? failure, method: request.method, url: hideSecrets(request.url) };
  if (failure.status === 500) request.log.error(facts, 'failed');
  else if (!request.server.draining.aborted) request.log.warn(facts, 'unavailable');
}

/** The error handler, and the answer if no route matches: the console's page, 404 or 405. */
export default fp(
  async (app) => {
    const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]!;
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      // GET /orders/route means POST, unless there is an order of that name. GET /runs/reroute has no such run.
      const allowed = methodsOfFixedPath(app.routeTable, pathOf(request));
      const isMistaken = allowed.length > 0 && !allowed.includes(request.method) && isNotFound(error);
      if (isMistaken) reply.header('allow', allowed.join(', '));
      answerError(isMistaken ? new AppError('method_not_allowed') : error, request, reply);
    });
    app.setNotFoundHandler((request, reply) => {
      const allowed = methodsAt(app.routeTable, pathOf(request));
      // A route with this method may still have found nothing: a file that is gone.
      if (allowed.length === 0 || allowed.includes(request.method)) {
        if (app.sendConsolePage(request, reply)) return;
        throw new AppError('not_found');
      }
      reply.header('allow', allowed.join(', '));
      throw new AppError('method_not_allowed');
    });
  },
  { name: 'errors', dependencies: ['request-id', 'route-table'] },
);
