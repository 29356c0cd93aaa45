import type { Logger } from 'pino';

interface PeriodicOptions {
  readonly everyMs: number;
  readonly logger: Pick<Logger, 'warn'>;
  /** Logged if a round throws, once until one succeeds. The next round is not put off. */
  readonly failed: string;
}

/** Work that is repeated until it is closed. */
export interface PeriodicTask {
  /** Aborts the signal of the work, and resolves when the round that is under way has ended. */
  close(): Promise<void>;
}

/** Does `work` at once and then every `everyMs`. If a round is still under way then, the next one is left out. */
export function startPeriodicTask(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, logger, failed }: PeriodicOptions,
): PeriodicTask {
  const stop = new AbortController();
  let round: Promise<void> | null = null;
  let hasFailed = false;
  const start = () => {
    round ??= work(stop.signal)
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          if (!hasFailed) logger.warn({ err: error }, failed);
          hasFailed = true;
        },
      )
      .finally(() => {
        round = null;
      });
  };
  start();
  const timer = setInterval(start, everyMs);
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await round;
    },
  };
}
