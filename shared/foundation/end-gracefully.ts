import type { Logger } from 'pino';

/** Signals that ask a process to end: Ctrl-C, a service manager, a terminal that closes, Ctrl-\. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const ERRORS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * On a signal or an uncaught error, calls `stop` once and then exits. The exit code is 0 after a signal. It is 1 after
 * an error, if `stop` fails, or if it takes longer than `seconds`; the log says why. Seconds in which the process is
 * frozen do not count. Further signals are ignored, because under npm one Ctrl-C arrives twice: from the terminal and
 * from npm.
 */
export function endGracefully(
  { seconds, logger }: { readonly seconds: number; readonly logger: Logger },
  stop: () => Promise<void>,
): void {
  let isEnding = false;

  async function end(exitCode: 0 | 1): Promise<void> {
    isEnding = true;
    let left = seconds;
    // An interval, because it ticks only once after a pause, however long. One long timer would end at once then.
    setInterval(() => {
      left -= 1;
      if (left > 0) return;
      logger.error(`stopping takes longer than ${seconds} s: exiting`);
      process.exit(1);
    }, 1000);
    try {
      await stop();
    } catch (error) {
      logger.error(error, 'stopping failed');
      process.exit(1);
    }
    process.exit(exitCode);
  }

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isEnding) return;
      logger.info(`${signal}: stopping`);
      void end(0);
    });
  }
  for (const event of ERRORS) {
    process.on(event, (error: unknown) => {
      logger.fatal(error, 'stopping after an error that nobody caught');
      if (isEnding) process.exit(1);
      void end(1);
    });
  }
}
