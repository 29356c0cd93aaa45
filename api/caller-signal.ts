import type { FastifyReply } from 'fastify';
import { callerGone } from '../shared/foundation/errors/caller-gone.ts';

/** Whether the caller has gone away before its answer. For work that checks it between its steps. */
export function callerState({ raw }: FastifyReply): Pick<AbortSignal, 'aborted'> {
  return new CallerState(raw);
}

/** A class: with an object literal that has a getter, twice as much garbage of requests became old. */
class CallerState {
  readonly #raw: FastifyReply['raw'];

  constructor(raw: FastifyReply['raw']) {
    this.#raw = raw;
  }

  get aborted(): boolean {
    return this.#raw.destroyed && !this.#raw.writableFinished;
  }
}

/** A signal that aborts, with an AppError as its reason, if the caller goes away before its answer. */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) controller.abort(callerGone());
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return controller.signal;
}
