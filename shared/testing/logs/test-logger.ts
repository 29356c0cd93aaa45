import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the services of tests write their logs. */
    logsFolder: string;
  }
}

/**
 * A logger for a service of a test. It logs everything to a file. After all tests these files are searched for secrets
 * (shared/testing/find-secrets.ts).
 */
export function testLogger(): Logger {
  const dest = join(inject('logsFolder'), `${process.pid}.log`);
  return pino({ level: 'trace' }, pino.destination({ dest, sync: true }));
}
