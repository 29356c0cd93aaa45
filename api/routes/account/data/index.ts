import type { FastifyPluginAsync } from 'fastify';
import decisions from '../../v1/decisions/index.ts';
import whys from '../../v1/decisions/why.ts';
import syncInventory from '../../v1/inventory/index.ts';
import uploads from '../../v1/inventory/uploads.ts';
import routeOrders from '../../v1/orders/index.ts';
import release from '../../v1/orders/release.ts';
import reroute from '../../v1/orders/reroute.ts';
import reports from '../../v1/reports/index.ts';
import cancel from '../../v1/runs/cancel.ts';
import createRun from '../../v1/runs/create.ts';
import events from '../../v1/runs/events.ts';
import results from '../../v1/runs/results.ts';
import retry from '../../v1/runs/retry.ts';
import runWhys from '../../v1/runs/why.ts';
import bulkActions from './bulk-actions.ts';
import inventory from './inventory.ts';
import orders from './orders.ts';
import overview from './overview.ts';
import runs from './runs.ts';
import usage from './usage.ts';

/**
 * A client's orders, runs and stock for people (docs/reference/account-api.md). Some routes are those of the customer
 * API, registered again for other callers.
 */
const data: FastifyPluginAsync = async (app) => {
  app.decorate('routeDefaults', { role: 'member', ledger: true });
  await app.register(overview);
  await app.register(orders);
  await app.register(inventory);
  await app.register(runs);
  await app.register(usage);
  await app.register(bulkActions);
  const shared = [syncInventory, uploads, routeOrders, release, reroute, decisions, whys];
  const ofRuns = [createRun, events, results, runWhys, cancel, retry];
  for (const route of [...shared, ...ofRuns, reports]) await app.register(route);
};

export default data;
