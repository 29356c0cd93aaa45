import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { abortOf, shareAbort } from './shared-abort.ts';

describe('a shared abort', () => {
  it('is seen by a thread that never returns to its event loop', async () => {
    const controller = new AbortController();
    const shared = shareAbort(controller.signal);
    const waiting = `const { parentPort, workerData } = require('node:worker_threads');
      parentPort.postMessage('waits');
      while (Atomics.load(new Int32Array(workerData), 0) === 0);
      parentPort.postMessage('saw it');`;
    const thread = new Worker(waiting, { eval: true, workerData: shared });
    await once(thread, 'message');
    controller.abort();
    expect(await once(thread, 'message')).toEqual(['saw it']);
  });

  it('says whether the signal is aborted, also one that was before', () => {
    const controller = new AbortController();
    const seen = abortOf(shareAbort(controller.signal));
    expect(seen.aborted).toBe(false);
    controller.abort();
    expect(seen.aborted).toBe(true);
    expect(abortOf(shareAbort(controller.signal)).aborted).toBe(true);
  });
});
