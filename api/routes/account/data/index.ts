import type { FastifyPluginAsync } from 'fastify';
import decisions from '../../v1/decisions/index.ts';
import syncInventory from '../../v1/inventory/index.ts';
import short from '../../v1/inventory/short.ts';
import uploads from '../../v1/inventory/uploads.ts';
import correctOrders from '../../v1/orders/correct.ts';
import routeOrders from '../../v1/orders/index.ts';
import reports from '../../v1/reports/index.ts';
import controlRuns from '../../v1/runs/control.ts';
import readRuns from '../../v1/runs/read.ts';
import startRuns from '../../v1/runs/start.ts';
import whatIfs from '../../v1/what-ifs.ts';
import bulkActions from './bulk-actions.ts';
import drafts from './drafts.ts';
import reads from './reads.ts';

/**
 * A client's orders, runs and stock for people (docs/reference/account-api.md). Some routes are those of the customer
 * API, registered again for other callers.
 */
const data: FastifyPluginAsync = async (app) => {
  app.decorate('routeDefaults', { role: 'member', ledger: true });
  const ofOrders = [routeOrders, correctOrders, decisions, whatIfs, drafts];
  const ofRuns = [startRuns, readRuns, controlRuns];
  const all = [reads, bulkActions, syncInventory, uploads, ...ofOrders, ...ofRuns, reports];
  for (const route of all) await app.register(route);
  await app.register(short, { path: '/short-pairs' });
};

export default data;
