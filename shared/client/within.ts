/** Nothing came in time. It is a TypeError, because a broken connection is known by that, as fetch throws it. */
export class TimedOut extends TypeError {
  readonly code = 'timeout';

  constructor(ms: number) {
    super(`no answer within ${ms / 1000} s`);
  }
}

/** Does `work`, and aborts `late` if it takes longer than `ms` milliseconds. The work must end by that. */
export async function within<T>(ms: number, late: AbortController, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => late.abort(new TimedOut(ms)), ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Aborts when one of the two does. */
export const either = (late: AbortController, signal: AbortSignal | undefined): AbortSignal =>
  signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
