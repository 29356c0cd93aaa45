import { parseArgs } from 'node:util';
import { loadConfig } from '../shared/foundation/config/config.ts';
import { serviceLogger } from '../shared/foundation/config/service-logger.ts';
import { endGracefully } from '../shared/foundation/end-gracefully.ts';
import { demonstrate } from './quickstart/quickstart.ts';
import { createTerminal } from './terminal/terminal.ts';

const HELP = `Usage: npm run quickstart [-- [--stores] [--exit]]

Starts the service on an embedded database under DATA_DIR, sets up a demo
client, routes a batch of 3,000 orders and a run of 50,000, shows what was
decided, and keeps serving until Ctrl-C.

Options:
  --stores    also set up a chain of 600 stores
  --exit      stop when all is shown
  -h, --help  show this
`;

/** `npm run quickstart`: shows the service at work and leaves it running; with `--exit`, stops it again. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stores: { type: 'boolean', default: false },
      exit: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const config = loadConfig({
    MAX_EVENT_LOOP_DELAY_MS: '0', // the demo client works in this process too, and its requests must not be refused
    ...process.env,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  });
  const logger = serviceLogger(config, process.stderr);
  const terminal = createTerminal(process.stdout);
  const { started, shown } = demonstrate(config, logger, terminal, { stores: values.stores });
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
    terminal.line('Stopped. Omit --exit to keep the service running.');
  } else {
    terminal.line('The service keeps running until you press Ctrl-C.');
  }
  terminal.line();
}

main().catch((error: Error) => {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
});
