/**
 * An abort in memory that two threads share, so that the other thread sees it at once. A message would arrive only when
 * that thread returns to its event loop.
 */
export type SharedAbort = SharedArrayBuffer;

/** Copies a signal to shared memory, which can be sent to threads. */
export function shareAbort(signal: AbortSignal): SharedAbort {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const abort = () => Atomics.store(new Int32Array(shared), 0, 1);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return shared;
}

/** The signal in shared memory, for the other thread. */
export function abortOf(shared: SharedAbort): Pick<AbortSignal, 'aborted'> {
  const state = new Int32Array(shared);
  return {
    get aborted() {
      return Atomics.load(state, 0) === 1;
    },
  };
}
