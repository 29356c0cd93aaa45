import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Makes the process call `stop` once and exit: on SIGINT and SIGTERM with 0; on an error that nobody caught, or
 * where stopping takes longer than `seconds`, with 1.
 */
export function endGracefully(
  { seconds, logger }: { readonly seconds: number; readonly logger: Logger },
  stop: () => Promise<void>,
): void {
  let stopping: Promise<void> | undefined;
  const grace = closeWithGrace({ delay: seconds * 1000, logger, skip: [...SIGNALS] }, async ({ err }) => {
    if (err) logger.fatal(err, 'stopping after an error that nobody caught');
    stopping ??= stop();
    await stopping;
  });
  // One Ctrl-C arrives twice under npm, from the terminal and from npm: a second signal must not cut the first
  // short, as close-with-grace's own handling of signals would.
  let heard = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (heard) return;
      heard = true;
      logger.info(`${signal}: stopping`);
      void grace.close();
    });
  }
}
