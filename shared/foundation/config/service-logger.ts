import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

/** The log of a service: text lines if `output` is a terminal, otherwise JSON. */
export function serviceLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): Logger {
  if (!output.isTTY)
    return output === process.stdout ? pino({ level: logLevel }) : pino({ level: logLevel }, output);
  const lines = pretty.prettyFactory({
    colorize: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  });
  return pino({ level: logLevel }, { write: (json: string) => output.write(lines(json)) });
}
