import { relative } from 'node:path';
import type { Logger } from 'pino';
import type { RunningService } from '../../api/server.ts';
import { createRoutingClient } from '../../shared/client/client.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { freePort } from '../../shared/foundation/free-port.ts';
import { DEMO_ACCOUNT } from '../demo/demo-account.ts';
import { serve } from '../serve.ts';
import { counted, seconds } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { prepareDemo } from './demo-client.ts';
import { routeEarlierDays } from './earlier-days.ts';
import { prepareFurniture, prepareStores } from './more-clients.ts';
import { showBatch } from './show-batch.ts';
import { showPlaces } from './show-places.ts';
import { showRun } from './show-run.ts';
import { priceShipments } from './show-savings.ts';

/** A demonstration. `started` resolves as soon as its service listens, so that the service can be stopped. */
export interface Demonstration {
  readonly started: Promise<RunningService>;
  /** Resolves when everything is shown. */
  readonly shown: Promise<void>;
}

/** How much is shown. */
interface Demonstrated {
  readonly runOrders: number;
  readonly stores: boolean;
}

/**
 * Starts the service as `npm start` does, makes the demo client and shows it at work over HTTP. It always uses the embedded
 * database and never a configured one. If the port is taken, it uses another port. `runOrders` is the number of orders of
 * its managed run; with `stores` there is a chain of stores, too. The service runs until it is stopped.
 */
export function demonstrate(
  config: Config,
  logger: Logger,
  terminal: Terminal,
  { runOrders = 50_000, stores = false }: Partial<Demonstrated> = {},
): Demonstration {
  const own: Config = { ...config, databaseUrl: null, redisUrl: null };
  terminal.heading('Warehouse routing service: quickstart');
  const started = terminal.step(
    'Starting the service and its database',
    async () => serve({ ...own, port: await portOr(own.port) }, { logger }),
    (service, took) =>
      `The service listens at ${terminal.look.paint.strong(service.url)} (${seconds(took)}, data in ${relative('', own.dataDir)})`,
  );
  return { started, shown: started.then(({ url }) => show(own, url, terminal, { runOrders, stores })) };
}

async function show(
  config: Config,
  url: string,
  terminal: Terminal,
  { runOrders, stores }: Demonstrated,
): Promise<void> {
  const { warehouses, profiles, item_controls } = DEMO_ACCOUNT;
  const access = await terminal.step(
    'Setting up the demo client',
    () => prepareDemo(config),
    () =>
      `Demo client set up: ${counted(warehouses.length, 'warehouse')}, ${counted(profiles.length, 'profile')}, ` +
      `${counted(item_controls.length, 'item rule')}`,
  );
  const { live, test } = access.keys;
  await routeEarlierDays(config, createRoutingClient(url, live), terminal);
  await prepareFurniture(config, url, terminal);
  if (stores) await prepareStores(config, url, terminal);
  await priceShipments(config, terminal);
  const runs = {
    live: await showBatch(createRoutingClient(url, live), terminal),
    test: await showRun(createRoutingClient(url, test), terminal, runOrders),
  };
  showPlaces(url, access, runs, terminal);
}

/** The port; 0 for any port if another program has it. */
async function portOr(port: number): Promise<number> {
  return port === 0 ? 0 : await freePort(port).catch(() => 0);
}
