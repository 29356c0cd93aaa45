import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import { type AccountFileInput, parseAccountFile } from '../../shared/account/account-file.ts';
import { applyAccountFile } from '../../shared/account/apply-account.ts';
import { runResponseA } from '../../shared/contracts/a/schema.ts';
import { batchResponseB, routedOrderB } from '../../shared/contracts/b/schema.ts';
import { dryRunA, dryRunBatchB, dryRunOrderB } from '../../shared/contracts/dry-run.ts';
import { errorBody, validationErrorBody } from '../../shared/contracts/errors.ts';
import { dryRunSync, inventorySyncResponse, stockPage } from '../../shared/contracts/inventory.ts';
import { meResponse } from '../../shared/contracts/me.ts';
import { orderHistory } from '../../shared/contracts/order-history.ts';
import { changedStock } from '../../shared/contracts/stock-changes.ts';
import type { Database } from '../../shared/db/database.ts';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { ServiceMetrics } from '../../shared/operations/metrics/service-metrics.ts';
import { createRoutingPool } from '../../shared/operations/threads/routing-pool.ts';
import { testLogger } from '../../shared/testing/logs/test-logger.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { openTestQueues } from '../../shared/testing/test-queues.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import type { JobQueues } from '../../shared/work/job-queues.ts';
import { buildApp } from '../app.ts';
import type { AppDeps } from '../services.ts';
import { checkInjected } from './contract-check.ts';

export interface TestApi {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly queues: JobQueues;
  close(): Promise<void>;
}

/** An application that more test files use; none of them closes it. */
export type SharedApi = Omit<TestApi, 'close'>;

export const BODY_LIMIT = 4 * 1024 * 1024;
export const STREAM_LIMIT = 32 * 1024 * 1024;

/** The defaults, except for limits that would disturb tests. */
export const TEST_CONFIG: AppDeps['config'] = {
  ...loadConfig({}),
  bodyLimitBytes: BODY_LIMIT,
  streamLimitBytes: STREAM_LIMIT,
  rateLimitPerMinute: 0,
  rateLimitClientPerMinute: 0,
  maxEventLoopDelayMs: 0,
  queuePrefix: 'test',
  publicUrl: 'https://wrs.example',
};

/** Opens an application on a database. Several on one database behave like several processes. */
export async function openApi(
  db: Database,
  {
    redis = null,
    consoleFolder = null,
    logger = testLogger(),
    lookUpTxt,
    queues = openTestQueues(db),
    ...settings
  }: Partial<
    Pick<AppDeps, 'redis' | 'consoleFolder' | 'logger' | 'lookUpTxt' | 'queues'> & AppDeps['config']
  > = {},
): Promise<TestApi> {
  const metrics = new ServiceMetrics();
  const lanes = createLaneResolver(db, { lookups: metrics.laneLookups });
  const config = { ...TEST_CONFIG, ...settings };
  const threads = createRoutingPool(db.url, 2, {
    timeouts: config.databaseTimeouts,
    laneLookups: metrics.laneLookups,
    secrets: db.secrets,
  });
  const app = await buildApp({
    ...{ config, db, lanes, queues, threads, redis, metrics, logger, consoleFolder },
    ...(lookUpTxt && { lookUpTxt }),
  });
  checkInjected(app);
  const close = async () => {
    await app.close();
    await threads.close();
    await queues.close();
    await lanes.close();
  };
  return { app, db, queues, close };
}

let shared: Promise<TestApi> | undefined;

/**
 * The application of all test files of this process that need nothing more than clients of their own. It has a database of
 * its own and ends with the process.
 */
export function sharedApi(): Promise<SharedApi> {
  shared ??= createTestApi();
  return shared;
}

/** Opens an application on a new database. */
export async function createTestApi(): Promise<TestApi> {
  const db = await createTestDatabase();
  const api = await openApi(db);
  const close = async () => {
    await api.close();
    await db.close();
  };
  return { ...api, close };
}

/** A client's keys. */
export interface TestClient {
  readonly client_id: number;
  readonly live: string;
  readonly test: string;
}

export const WAREHOUSES = [
  { warehouse_id: 'EWR1', warehouse_code: 'W-001', warehouse_name: 'Edison NJ', zip: '08837', priority: 1 },
  { warehouse_id: 'ATL1', warehouse_code: 'W-002', warehouse_name: 'Atlanta GA', zip: '30336', priority: 2 },
  {
    warehouse_id: 'ONT1',
    warehouse_code: 'W-003',
    warehouse_name: 'Ontario CA',
    zip: '91761',
    enabled: false,
  },
];

let clients = 0;

/** A client with two enabled warehouses, EWR1 and ATL1, and a disabled one, ONT1. */
export async function aClient(
  db: Database,
  { client, ...file }: Partial<Omit<AccountFileInput, 'client'>> & { client?: object } = {},
): Promise<TestClient> {
  clients += 1;
  const account = parseAccountFile({
    client: { slug: `client-${clients}`, plan: 'pro', subscription_status: 'active', ...client },
    warehouses: WAREHOUSES,
    api_keys: [
      { name: 'store', environment: 'live' },
      { name: 'ci', environment: 'test' },
    ],
    ...file,
  });
  const { client_id, api_keys } = await applyAccountFile(db, account, { baseDir: null });
  const secret = (name: string) => api_keys.find((key) => key.name === name)?.key ?? '';
  return { client_id, live: secret('store'), test: secret('ci') };
}

const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  'GET /api/v1/me': meResponse,
  'POST /api/v1/inventory': inventorySyncResponse,
  'POST /api/v1/inventory/changes': changedStock,
  'POST /api/v1/inventory/uploads': z.union([inventorySyncResponse, dryRunSync]),
  'GET /api/v1/inventory': stockPage,
  'POST /api/v1/orders/route': z.union([runResponseA, routedOrderB, dryRunA, dryRunOrderB]),
  'POST /api/v1/orders/batch-route': z.union([runResponseA, batchResponseB, dryRunA, dryRunBatchB]),
  'GET /api/v1/orders': orderHistory,
};

/** An answer. Its body is null if it is no JSON. */
export interface Asked {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many endpoints
  readonly body: any;
  readonly text: string;
  readonly headers: LightMyRequestResponse['headers'];
}

/** Asks by a key or token, or with the headers of a session. */
export async function ask(
  { app }: Pick<SharedApi, 'app'>,
  by: string | object,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object | string,
  more: object = {},
): Promise<Asked> {
  const headers = { ...(typeof by === 'string' ? { authorization: `Bearer ${by}` } : by), ...more };
  const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const { statusCode: status, body: text } = answer;
  return { status, text, headers: answer.headers, body: isJson ? answer.json() : null };
}

/** Sends a request with a key and checks the answer against its schema. */
export async function send(
  app: FastifyInstance,
  key: string | null,
  method: 'GET' | 'POST',
  url: string,
  options: Omit<InjectOptions, 'method' | 'url'> = {},
): Promise<LightMyRequestResponse> {
  const headers = { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...options.headers };
  const response = await app.inject({ ...options, method, url, headers });
  expectAnswer(`${method} ${url.split('?')[0]}`, response);
  return response;
}

/** Fails the test if an answer does not match its schema, or has no request id. */
function expectAnswer(endpoint: string, response: LightMyRequestResponse): void {
  expect(response.headers['x-request-id']).toMatch(/^[\w.:-]+$/);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  const { statusCode } = response;
  const answer = ANSWERS[endpoint] ?? ANSWERS[endpoint.slice(0, endpoint.lastIndexOf('/'))];
  const schema = statusCode === 200 ? answer : statusCode === 422 ? validationErrorBody : errorBody;
  expect(schema?.safeParse(response.json()).error?.issues ?? []).toEqual([]);
}

/** Syncs rows of `[sku, warehouse_id, quantity]`. */
export async function stock(
  app: FastifyInstance,
  key: string,
  ...rows: readonly (readonly [sku: string, warehouse: string, quantity: number])[]
): Promise<void> {
  const inventory = rows.map(([sku, warehouse_id, quantity_available]) => ({
    sku,
    warehouse_id,
    quantity_available,
  }));
  const response = await send(app, key, 'POST', '/api/v1/inventory', { payload: { inventory } });
  expect(response.statusCode).toBe(200);
}

/** An order for one CHAIR to New York, which is nearest to EWR1. */
export const anOrder = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  external_order_id: 'SO-1',
  destination_zip: '10001',
  lines: [{ sku: 'CHAIR', quantity: 1 }],
  ...fields,
});
