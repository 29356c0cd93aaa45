/**
 * An abort that another thread sees at once, in memory that both share. A message would arrive only when the thread
 * returns to its event loop.
 */
export type SharedAbort = SharedArrayBuffer;

/** Makes shared memory of a signal, to be sent to threads. */
export function shareAbort(signal: AbortSignal): SharedAbort {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const abort = () => Atomics.store(new Int32Array(shared), 0, 1);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return shared;
}

/** Reads a signal from shared memory, in a thread. */
export function abortOf(shared: SharedAbort): Pick<AbortSignal, 'aborted'> {
  const state = new Int32Array(shared);
  return {
    get aborted() {
      return Atomics.load(state, 0) === 1;
    },
  };
}
