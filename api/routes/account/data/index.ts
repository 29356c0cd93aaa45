import type { FastifyPluginAsync } from 'fastify';
import decisions from '../../v1/decisions/index.ts';
import changes from '../../v1/inventory/changes.ts';
import syncInventory from '../../v1/inventory/index.ts';
import short from '../../v1/inventory/short.ts';
import uploads from '../../v1/inventory/uploads.ts';
import confirm from '../../v1/orders/confirm.ts';
import routeOrders from '../../v1/orders/index.ts';
import rawOrderData from '../../v1/orders/raw-order-data.ts';
import release from '../../v1/orders/release.ts';
import reroute from '../../v1/orders/reroute.ts';
import reports from '../../v1/reports/index.ts';
import cancel from '../../v1/runs/cancel.ts';
import certificate from '../../v1/runs/certificate.ts';
import createRun from '../../v1/runs/create.ts';
import events from '../../v1/runs/events.ts';
import rerouteRun from '../../v1/runs/reroute.ts';
import results from '../../v1/runs/results.ts';
import retry from '../../v1/runs/retry.ts';
import runWhys from '../../v1/runs/why.ts';
import whatIfs from '../../v1/what-ifs.ts';
import applyWhatIf from './apply-what-if.ts';
import bulkActions from './bulk-actions.ts';
import reads from './reads.ts';
import tryDraft from './try-draft.ts';

/**
 * A client's orders, runs and stock for people (docs/reference/account-api.md). Some routes are those of the customer
 * API, registered again for other callers.
 */
const data: FastifyPluginAsync = async (app) => {
  app.decorate('routeDefaults', { role: 'member', ledger: true });
  const shared = [
    syncInventory,
    changes,
    uploads,
    routeOrders,
    release,
    confirm,
    rawOrderData,
    reroute,
    decisions,
    whatIfs,
    applyWhatIf,
    tryDraft,
  ];
  const ofRuns = [createRun, rerouteRun, events, results, runWhys, certificate, cancel, retry];
  for (const route of [reads, bulkActions, ...shared, ...ofRuns, reports]) await app.register(route);
  await app.register(short, { path: '/short-pairs' });
};

export default data;
