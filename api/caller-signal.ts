import type { FastifyReply } from 'fastify';
import { callerGone } from '../shared/foundation/errors/app-error.ts';

/** A signal that aborts, with an AppError as its reason, if the caller goes away before its answer. */
export function callerSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) controller.abort(callerGone());
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return controller.signal;
}
