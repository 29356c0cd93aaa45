import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

/** The memory of a thread's heap. Near a limit the thread collects garbage sooner; beyond `oldMb` it dies. */
export interface ThreadMemory {
  readonly oldMb: number;
  /** For new objects. */
  readonly youngMb: number;
}

/**
 * The limits of the next thread. The process is started with `--max-old-space-size` for its main thread. V8 would use
 * it for every thread instead of these limits, so it is reset: the main thread has its heap already.
 */
export function heapLimits({ oldMb, youngMb }: ThreadMemory): ResourceLimits {
  setFlagsFromString('--max-old-space-size=0');
  return { maxOldGenerationSizeMb: oldMb, maxYoungGenerationSizeMb: youngMb };
}
