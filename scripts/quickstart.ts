import { parseArgs } from 'node:util';
import { destination, pino } from 'pino';
import { loadConfig } from '../shared/config/config.ts';
import { endGracefully } from '../shared/platform/end-gracefully.ts';
import { demonstrate } from './quickstart/quickstart.ts';
import { createTerminal } from './quickstart/terminal.ts';

/** `npm run quickstart`: shows the service at work and leaves it running; with `--exit`, stops it again. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { exit: { type: 'boolean', default: false } } });
  const config = loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' });
  const logger = pino({ level: config.logLevel }, destination(2));
  const { stdout } = process;
  const terminal = createTerminal(stdout, {
    colour: stdout.isTTY === true && stdout.hasColors() && !process.env.NO_COLOR,
    live: stdout.isTTY === true,
    columns: stdout.columns,
  });
  const { started, shown } = demonstrate(config, logger, terminal);
  endGracefully({ seconds: config.shutdownSeconds, logger }, async () => (await started).stop());
  try {
    await shown;
  } catch (error) {
    await started.then((service) => service.stop()).catch(() => {});
    throw error;
  }
  terminal.line();
  if (values.exit) {
    await (await started).stop();
    terminal.line('Stopped. Without --exit the service goes on.');
  } else {
    terminal.line('The service goes on until you press Ctrl-C.');
  }
  terminal.line();
}

main().catch((error: Error) => {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
});
