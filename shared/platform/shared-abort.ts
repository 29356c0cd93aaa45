/**
 * An abort that another thread sees at once, also while it does not return to its event loop: memory that both share.
 * A MessagePort would tell it only with the thread's next turn.
 */
export type SharedAbort = SharedArrayBuffer;

/** Shares a signal with threads: to be sent to them. */
export function shareAbort(signal: AbortSignal): SharedAbort {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const abort = () => Atomics.store(new Int32Array(shared), 0, 1);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return shared;
}

/** The signal as a thread sees it that was sent one. */
export function abortOf(shared: SharedAbort): Pick<AbortSignal, 'aborted'> {
  const state = new Int32Array(shared);
  return {
    get aborted() {
      return Atomics.load(state, 0) === 1;
    },
  };
}
