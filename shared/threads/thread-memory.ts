import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

/** What V8 may take, a thread. Under a limit a thread collects its garbage sooner; past the first one it dies. */
export interface ThreadMemory {
  readonly oldMb: number;
  /** For what is just made. */
  readonly youngMb: number;
}

/**
 * The limits of a thread that is started next. V8 lets `--max-old-space-size`, which the process was started with for
 * its main thread, override every thread's own limit, so it is taken back: the main thread has its heap already.
 */
export function limitsOf({ oldMb, youngMb }: ThreadMemory): ResourceLimits {
  setFlagsFromString('--max-old-space-size=0');
  return { maxOldGenerationSizeMb: oldMb, maxYoungGenerationSizeMb: youngMb };
}
