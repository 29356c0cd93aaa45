import { z } from 'zod';
import { skusQuery } from '../../../shared/contracts/account/inventory.ts';
import { ordersQuery } from '../../../shared/contracts/account/orders.ts';
import { shortPageQuery } from '../../../shared/contracts/common.ts';
import { releaseRequest } from '../../../shared/contracts/correct.ts';
import { decisionParams } from '../../../shared/contracts/decision.ts';
import { stockQuery } from '../../../shared/contracts/inventory.ts';
import { batchRequest, orderRequest } from '../../../shared/contracts/order.ts';
import { orderParams } from '../../../shared/contracts/order-history.ts';
import { promiseRequest } from '../../../shared/contracts/promise.ts';
import { rerouteRequest } from '../../../shared/contracts/reroute.ts';
import { runParams, runResultsQuery, runsQuery } from '../../../shared/contracts/run.ts';
import { OPERATION_SCOPES, scopeSentence } from '../../../shared/contracts/scopes.ts';
import { shippedRequest } from '../../../shared/contracts/shipped.ts';
import { stockChanges } from '../../../shared/contracts/stock-changes.ts';
import {
  changesQuery,
  whatIfChangeParams,
  whatIfParams,
  whatIfRequest,
} from '../../../shared/contracts/what-if.ts';

/** What an assistant may call: an endpoint with its contract. The input is the members of params, query and body. */
export interface Tool {
  readonly name: string;
  /** Written for a model that sees it first. */
  readonly description: string;
  readonly method: 'GET' | 'POST';
  /** Below /api/v1 with an API key, below /account/v1 with an account token. */
  readonly path: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Query parameters that are always sent. */
  readonly always?: Readonly<Record<string, string>>;
  /** It changes something, so it is offered only with --allow-writes. `loses`: what it changes cannot be had back. */
  readonly writes?: 'adds' | 'loses';
  /** It works only with this credential. By default it works with both. */
  readonly only?: 'key' | 'token';
  /** It is the same in test and live, and takes no environment. */
  readonly ofAccount?: true;
}

/** A model reads what it is answered, so its pages are short. */
const page = shortPageQuery('Elements').shape;
/** Tried and explained, and nothing is saved. */
const DRY_RUN = { dry_run: 'true', explain: 'true' };
/** More orders are a file: `wrs runs submit`. */
const MAX_ORDERS = 50;
/** More changes are a file: `wrs inventory change`. */
const MAX_CHANGES = 50;

const READS: readonly Tool[] = [
  {
    name: 'explain_order',
    description:
      'Why the latest decision on an order is as it is: a summary in sentences, then every candidate warehouse in ' +
      'rank order with the stock it had and its verdict, and the alternatives. Start here for "why did order X ship ' +
      'from Y", "why is it split", "why does it not ship".',
    method: 'GET',
    path: '/orders/{order_id}/why',
    params: orderParams,
  },
  {
    name: 'explain_decision',
    description:
      'The same as explain_order for one decision by its routing_decision_id, also an earlier one.',
    method: 'GET',
    path: '/decisions/{routing_decision_id}/why',
    params: decisionParams,
  },
  {
    name: 'get_order',
    description:
      'What became of an order: each time it was routed, newest first, with the order as it was sent and its result ' +
      '(status, shipments, unfulfilled lines).',
    method: 'GET',
    path: '/orders/{order_id}',
    params: orderParams,
    query: z.object(page),
  },
  {
    name: 'find_orders',
    description:
      'Searches orders by ID, ZIP, SKU, status, reason, warehouse or time. A page may be short and next_cursor still ' +
      'set: then the search goes on from searched_back_to.',
    method: 'GET',
    path: '/orders',
    query: ordersQuery.extend(page),
    only: 'token',
  },
  {
    name: 'list_stock',
    description:
      'The stock by SKU and warehouse: quantity_available as last synced, reserved_quantity held by orders, ' +
      'effective_quantity that can still be promised.',
    method: 'GET',
    path: '/inventory',
    query: stockQuery.extend(page),
    only: 'key',
  },
  {
    name: 'list_stock',
    description:
      'The stock of SKUs, each with its warehouses: quantity_available as last synced, reserved_quantity held by ' +
      'orders, effective_quantity that can still be promised.',
    method: 'GET',
    path: '/inventory',
    query: skusQuery.extend(page),
    only: 'token',
  },
  {
    name: 'list_runs',
    description:
      'Runs, newest first: each synchronous request and each file of orders, with counts by status.',
    method: 'GET',
    path: '/runs',
    query: runsQuery.extend(page),
  },
  {
    name: 'get_run',
    description: 'One run: its counts by status, its progress, the faults of its input.',
    method: 'GET',
    path: '/runs/{routing_run_id}',
    params: runParams,
  },
  {
    name: 'list_run_results',
    description:
      'The order results of a run, in the order sent. Filter by status NONE or PARTIAL for what does not ship.',
    method: 'GET',
    path: '/runs/{routing_run_id}/results',
    params: runParams,
    query: runResultsQuery.extend(page),
  },
  {
    name: 'list_what_ifs',
    description:
      'What-ifs, newest first. A what-if decides stored orders twice, as configured and with a draft of the ' +
      'configuration, and compares; it changes nothing.',
    method: 'GET',
    path: '/what-ifs',
    query: z.object(page),
  },
  {
    name: 'get_what_if',
    description:
      'One what-if: status and progress, the draft, and both sides in numbers: baseline (as configured) and draft.',
    method: 'GET',
    path: '/what-ifs/{what_if_id}',
    params: whatIfParams,
  },
  {
    name: 'list_what_if_changes',
    description: 'The orders that a what-if decides differently with the draft, each with a sentence.',
    method: 'GET',
    path: '/what-ifs/{what_if_id}/changes',
    params: whatIfParams,
    query: changesQuery.extend(page),
  },
  {
    name: 'explain_what_if_change',
    description: 'Why each side of a what-if decides a changed order as it does.',
    method: 'GET',
    path: '/what-ifs/{what_if_id}/changes/{routing_decision_id}/why',
    params: whatIfChangeParams,
  },
  {
    name: 'promise_delivery',
    description:
      'When carts to one ZIP would leave and arrive, each decided alone on the present stock: ship date, delivery ' +
      'date, and the moment until which an order keeps its ship date. Nothing is stored or reserved.',
    method: 'POST',
    path: '/promise',
    body: promiseRequest,
    only: 'key',
  },
  {
    name: 'try_order',
    description:
      'Decides an order on the present stock and explains the decision. A dry run: nothing is saved, reserved or ' +
      'counted, and its ids are null.',
    method: 'POST',
    path: '/orders/route',
    body: orderRequest,
    always: DRY_RUN,
  },
  {
    name: 'try_reroute',
    description:
      'What would be decided if a stored order were routed again, without or only with some warehouses. A dry run: ' +
      'nothing is changed.',
    method: 'POST',
    path: '/orders/{order_id}/reroute',
    params: orderParams,
    body: rerouteRequest,
    always: DRY_RUN,
  },
  {
    name: 'get_plan_usage',
    description:
      'The environment (test or live) that the API key works in, its plan, and how many routed orders are left.',
    method: 'GET',
    path: '/me',
    only: 'key',
  },
  {
    name: 'get_account',
    description:
      'What is configured: warehouses, settings, profiles and rules on SKUs. Read it before a what-if.',
    method: 'GET',
    path: '/account',
    only: 'token',
    ofAccount: true,
  },
];

const WRITES: readonly Tool[] = [
  {
    name: 'route_orders',
    description:
      `Routes up to ${MAX_ORDERS} orders together: decides, reserves their units and counts usage. An order ID that ` +
      'was routed before is decided again. Use try_order to only look.',
    method: 'POST',
    path: '/orders/batch-route',
    body: z.object({ orders: batchRequest.shape.orders.max(MAX_ORDERS) }),
    writes: 'adds',
  },
  {
    name: 'reroute_order',
    description:
      'Routes a stored order again, without or only with some warehouses. Its new decision replaces the present one. ' +
      'Look first with try_reroute.',
    method: 'POST',
    path: '/orders/{order_id}/reroute',
    params: orderParams,
    body: rerouteRequest,
    writes: 'loses',
  },
  {
    name: 'release_order',
    description:
      'Returns the units that an order has reserved to stock, because it was cancelled or has shipped. They may be ' +
      'promised to other orders at once.',
    method: 'POST',
    path: '/orders/{order_id}/release',
    params: orderParams,
    body: releaseRequest,
    writes: 'loses',
  },
  {
    name: 'ship_order',
    description:
      'Says that an order has left: all that its latest decision allocated and that has not shipped, or with shipments a ' +
      'part of it. Its units leave the stock and are reserved no more. It cannot be taken back.',
    method: 'POST',
    path: '/orders/{order_id}/shipped',
    params: orderParams,
    body: shippedRequest,
    writes: 'loses',
    only: 'key',
  },
  {
    name: 'change_stock',
    description:
      `Adds units to the stock of up to ${MAX_CHANGES} SKUs at warehouses, or takes them away (change below 0): goods that came, ` +
      'were damaged or found. All changes are made or none. Calling it again changes the stock again. For what left with an ' +
      'order use ship_order.',
    method: 'POST',
    path: '/inventory/changes',
    body: z.object({ changes: stockChanges.shape.changes.max(MAX_CHANGES) }),
    writes: 'loses',
    only: 'key',
  },
  {
    name: 'create_what_if',
    description:
      'Starts a what-if: stored orders of a run or a period are decided again with a draft of the configuration, in ' +
      'the background. Then read get_what_if until its status is completed. It changes no order and no stock.',
    method: 'POST',
    path: '/what-ifs',
    body: whatIfRequest,
    writes: 'adds',
  },
];

/** The tools that work with a credential, those that change something only if they are allowed. */
export function toolsFor(credential: 'key' | 'token', allowsWrites: boolean): Tool[] {
  const all = allowsWrites ? [...READS, ...WRITES] : READS;
  const offered = all.filter(({ only = credential }) => only === credential);
  return credential === 'token' ? offered : offered.map(withScope);
}

/** A tool that says which scope of the key it needs. */
function withScope(tool: Tool): Tool {
  const needs = OPERATION_SCOPES[`${tool.method} ${tool.path.replaceAll(/\{(\w+)\}/g, ':$1')}`];
  if (needs === undefined) throw new Error(`${tool.name} calls no operation of the customer API.`);
  const { scope } = needs;
  const sentence = scopeSentence({ scope: tool.always?.dry_run ? (needs.dry_run ?? scope) : scope });
  return sentence === null ? tool : { ...tool, description: `${tool.description} ${sentence}` };
}

/** What a tool takes. A member that it does not know is a fault, so that a misspelled filter is not left out. */
export function inputOf({ params, query, body }: Tool): z.ZodObject {
  return z.strictObject({ ...params?.shape, ...query?.shape, ...body?.shape });
}
