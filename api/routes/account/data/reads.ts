import type { FastifyInstance } from 'fastify';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import { usageOf } from '../../../../shared/account/usage.ts';
import {
  capacityQuery,
  capacityView,
  MAX_CAPACITY_DAYS,
} from '../../../../shared/contracts/account/capacity.ts';
import {
  pairHistory,
  pairHistoryQuery,
  reservations,
  skuPage,
  skuParams,
  skusQuery,
  skuView,
} from '../../../../shared/contracts/account/inventory.ts';
import {
  knownOrders,
  knownOrdersBody,
  orderCauses,
  orderCausesQuery,
  orderCount,
  orderCountQuery,
  orderPage,
  ordersQuery,
} from '../../../../shared/contracts/account/orders.ts';
import { overviewQuery, overview as overviewSchema } from '../../../../shared/contracts/account/overview.ts';
import {
  accountRun,
  accountRunPage,
  accountRunsQuery,
  runDecisionPage,
  runDecisionsQuery,
  runFaultPage,
} from '../../../../shared/contracts/account/runs.ts';
import { usageQuery, usageView } from '../../../../shared/contracts/account/usage.ts';
import { orderDeliveries } from '../../../../shared/contracts/account/webhooks.ts';
import { pageQuery } from '../../../../shared/contracts/common.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { runParams } from '../../../../shared/contracts/run.ts';
import { latestDecision } from '../../../../shared/ledger/decisions/decision-records.ts';
import { countReserving } from '../../../../shared/ledger/stock/reserving-orders.ts';
import { readAccountRun } from '../../../../shared/operations/insight/account-run.ts';
import { readOverview } from '../../../../shared/operations/insight/overview.ts';
import { showSku } from '../../../../shared/operations/insight/show-sku.ts';
import { readUsage } from '../../../../shared/operations/reports/reports.ts';
import { countOrders } from '../../../../shared/runs/search/count-orders.ts';
import { countSentOrders } from '../../../../shared/runs/search/known-orders.ts';
import { listOrderDeliveries } from '../../../../shared/work/webhooks/deliveries.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { reading, sendRead } from '../../../send-long.ts';
import { addOperation } from '../responses.ts';

/** Usual bytes of a SKU, of a warehouse of it, and of a day of a warehouse. */
const WAREHOUSE_BYTES = 200;

/** What people look at in a ledger. The routes that change it are those of the customer API. */
export default async function reads(app: FastifyInstance): Promise<void> {
  const { db, now, stockLogDays, threads } = app.services;

  addOperation(app, 'Overview', 'GET /overview', {
    operationId: 'getOverview',
    summary: 'Show the overview',
    description:
      'Every decision of the period is counted, also those that were removed by age since. The period is widened ' +
      'to whole hours, and to whole days of the zone where it is longer than three days.',
    query: overviewQuery,
    answer: overviewSchema.describe('The overview.'),
    handle: ({ query, principal }) => readOverview(db, principal, query, now()),
  });

  addOperation(app, 'Orders', 'GET /orders', {
    operationId: 'searchOrders',
    summary: 'Search orders',
    description:
      'Orders by their latest decisions. from and to are about when the run began. An order ID is found at once; ' +
      'other searches go back through the decisions, and end after some time: see searched_back_to.',
    query: ordersQuery,
    answer: orderPage.describe('A page of orders.'),
    handle: reading('searchOrders', ({ principal, query }) => [principal.ledger_id, query]),
  });

  addOperation(app, 'Orders', 'GET /order-count', {
    operationId: 'countOrders',
    summary: 'Count orders',
    description: 'Those that a search with the same filters finds.',
    query: orderCountQuery,
    answer: orderCount.describe('Their number.'),
    handle: ({ query, principal }) => countOrders(db, principal.ledger_id, query),
  });

  addOperation(app, 'Orders', 'GET /order-causes', {
    operationId: 'readOrderCauses',
    summary: 'Add up why orders do not ship in full and on time',
    query: orderCausesQuery,
    answer: orderCauses.describe('The causes.'),
    handle: ({ query, principal: { client_id: owner, ledger_id } }) =>
      threads.run('readOrderCauses', { ledger_id, ...query }, { owner }),
  });

  addOperation(app, 'Orders', 'GET /orders/:order_id/webhooks', {
    operationId: 'listOrderDeliveries',
    summary: 'List what webhooks were sent of an order',
    params: orderParams,
    answer: orderDeliveries.describe('The deliveries.'),
    handle: async ({ params: { order_id }, principal }) => {
      await latestDecision(db.pool, principal.ledger_id, order_id);
      return listOrderDeliveries(db.pool, principal, order_id);
    },
  });

  addOperation(app, 'Orders', 'POST /known-orders', {
    operationId: 'countKnownOrders',
    summary: 'Count the orders of a file that were decided before',
    bodies: { 'application/json': knownOrdersBody },
    answer: knownOrders.describe('Their number.'),
    handle: (request, reply) => answerBody(app, request, reply, countSentOrders, { dry_run: {} }),
  });

  addOperation(app, 'Inventory', 'GET /inventory', {
    operationId: 'listSkus',
    summary: 'List SKUs with their stock',
    description: 'By SKU, each in all its warehouses, and when stock was last synced.',
    query: skusQuery,
    answer: skuPage.describe('A page of SKUs.'),
    handle: async (request, reply) => {
      const { query, principal } = request;
      const { configuration } = await loadConfiguration(db, principal.configuration_id);
      const bytes = (1 + configuration.warehouses.length) * WAREHOUSE_BYTES;
      return sendRead(request, reply, 'listSkus', [principal, query], query.limit, bytes);
    },
  });

  addOperation(app, 'Inventory', 'GET /inventory/:sku', {
    operationId: 'getSku',
    summary: 'Show a SKU, and who has reserved it',
    params: skuParams,
    answer: skuView.describe('The SKU.'),
    handle: ({ params, principal }) => showSku(db, principal, params.sku),
  });

  addOperation(app, 'Inventory', 'GET /reservations', {
    operationId: 'countReservations',
    summary: 'Count the orders that have units reserved',
    answer: reservations.describe('Their number.'),
    handle: ({ principal: { client_id, ledger_id } }) =>
      countReserving(db.pool, stockLogDays, client_id, ledger_id),
  });

  addOperation(app, 'Inventory', 'GET /inventory/:sku/history', {
    operationId: 'getPairHistory',
    summary: 'Show what happened to a SKU at a warehouse',
    description: 'Counts, changes, reservations and shipments, newest first.',
    params: skuParams,
    query: pairHistoryQuery,
    answer: pairHistory.describe('A page of what happened.'),
    handle: reading('readPairHistory', ({ params, query, principal }) => [
      principal,
      { ...params, ...query },
    ]),
  });

  addOperation(app, 'Inventory', 'GET /capacity', {
    operationId: 'getCapacity',
    summary: 'Show the places that warehouses have left',
    description:
      'Of the warehouses with a capacity: the shipments that leave on each day, and how many more may.',
    query: capacityQuery,
    answer: capacityView.describe('Places by warehouse and day.'),
    handle: async (request, reply) => {
      const { query, principal } = request;
      const { configuration } = await loadConfiguration(db, principal.configuration_id);
      const places = configuration.warehouses.length * MAX_CAPACITY_DAYS;
      return sendRead(request, reply, 'readCapacity', [principal, query, now()], places, WAREHOUSE_BYTES);
    },
  });

  addOperation(app, 'Runs', 'GET /runs', {
    operationId: 'listAccountRuns',
    summary: 'List runs',
    description:
      'Runs that have not ended first, then the others; both newest first. With sort=created_at: oldest first.',
    query: accountRunsQuery,
    answer: accountRunPage.describe('A page of runs.'),
    handle: reading('listAccountRuns', ({ principal, query }) => [principal.ledger_id, query]),
  });

  addOperation(app, 'Runs', 'GET /runs/:routing_run_id', {
    operationId: 'getAccountRun',
    summary: 'Show a run, how far it is and where it ships from',
    params: runParams,
    answer: accountRun.describe('The run.'),
    handle: ({ params, principal, account: { role } }) =>
      readAccountRun(db, principal.ledger_id, params.routing_run_id, { forOperator: role === 'operator' }),
  });

  addOperation(app, 'Runs', 'GET /runs/:routing_run_id/decisions', {
    operationId: 'listRunDecisions',
    summary: "Search a run's decisions",
    description: 'In request order; those too that a later decision on the order has replaced (see latest).',
    params: runParams,
    query: runDecisionsQuery,
    answer: runDecisionPage.describe('A page of decisions.'),
    handle: reading('listRunDecisions', ({ params, query, principal: { ledger_id } }) => [
      ledger_id,
      params.routing_run_id,
      query,
    ]),
  });

  addOperation(app, 'Runs', 'GET /runs/:routing_run_id/faults', {
    operationId: 'listRunFaults',
    summary: "List the faults of a run's input",
    description: 'Of the orders that were skipped because they are invalid.',
    params: runParams,
    query: pageQuery,
    answer: runFaultPage.describe('A page of faults.'),
    handle: reading('listRunFaults', ({ params, query, principal: { ledger_id } }) => [
      ledger_id,
      params.routing_run_id,
      query,
    ]),
  });

  addOperation(app, 'Usage', 'GET /usage', {
    operationId: 'getUsage',
    summary: 'Routed orders by day, and against the plan',
    description: 'Test routing does not count: in test there are no days.',
    query: usageQuery,
    answer: usageView.describe('The usage.'),
    handle: async ({ query, principal }) => {
      const isLive = principal.environment === 'live';
      const days = isLive ? await readUsage(db.pool, principal.client_id, query) : [];
      return { plan: await usageOf(db.pool, principal, now()), days };
    },
  });
}
