import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../../shared/client/client.ts';
import { packageVersion, projectRoot } from '../../../shared/foundation/project-root.ts';
import { compiled } from '../../../shared/testing/compiled.ts';
import { serveAccount } from '../../dev/testing/served-account.ts';
import { MAX_CHARACTERS } from './call-tool.ts';
import { toolsFor } from './tools.ts';

afterAll(async () => {
  await assistant?.close();
  await served.close();
});

const order = (external_order_id: string, quantity = 1) => ({
  external_order_id,
  destination_zip: '60614',
  lines: [{ sku: 'CHAIR', quantity }],
});

const served = await serveAccount();
const client = createRoutingClient(served.service.url, served.key);
const inventory = ['CHAIR', 'DESK'].flatMap((sku) => [
  { sku, warehouse_id: 'EWR1', quantity_available: 500 },
  { sku, warehouse_id: 'ATL1', quantity_available: 5 },
]);
await client.api.POST('/api/v1/inventory', { body: { inventory } });
const desks = { ...order('O-7'), lines: [{ sku: 'DESK', quantity: 9999 }] };
await client.batch(Array.from({ length: 60 }, (_, n) => (n === 7 ? desks : order(`O-${n}`))));

let assistant: Client | undefined;
let messages: Promise<string>;

/** Starts a server as an assistant does, and ends the one before. */
async function start(
  args: readonly string[],
  env: Record<string, string> = {},
  command = process.execPath,
): Promise<void> {
  await assistant?.close();
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: {
      ...(process.env as Record<string, string>),
      DATA_DIR: served.folder,
      WRS_API_KEY: served.key,
      ...env,
    },
    stderr: 'pipe',
  });
  messages = textOf(transport.stderr as Readable);
  assistant = new Client({ name: 'test', version: '1' });
  await assistant.connect(transport);
  expect(assistant.getServerVersion()?.version).toBe(packageVersion());
}

const startWrs = (options: readonly string[] = [], env: Record<string, string> = {}) =>
  start([compiled('scripts/wrs'), 'mcp', ...options], env);

/** The texts that a tool answers, and whether they are an error. */
async function call(name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await assistant!.callTool({ name, arguments: input });
  const texts = (content as { text: string }[]).map(({ text }) => text);
  return { texts, isError };
}

/** The JSON that a tool answers. */
async function answerOf(name: string, input: Record<string, unknown> = {}) {
  const { texts, isError } = await call(name, input);
  expect([isError, texts.length]).toEqual([false, 1]);
  return JSON.parse(texts[0]!);
}

const toolNames = async () => (await assistant!.listTools()).tools.map(({ name }) => name);
const WRITES = ['route_orders', 'reroute_order', 'release_order', 'create_what_if'];

describe('wrs mcp with an API key', () => {
  beforeAll(() => startWrs());

  it('offers only tools that change nothing, and says so of each', async () => {
    const { tools } = await assistant!.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['explain_order', 'try_order']));
    expect(tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['find_orders']));
    for (const { name, annotations, description } of tools) {
      expect([name, WRITES.includes(name), annotations?.readOnlyHint]).toEqual([name, false, true]);
      expect(description!.length).toBeGreaterThan(40);
    }
    await expect(call('release_order', { order_id: 'O-1' })).rejects.toThrow('not found');
  });

  it('reads why an order was decided as it was, its history, stock, runs and their results', async () => {
    const why = await answerOf('explain_order', { order_id: 'O-7' });
    expect(why).toMatchObject({ order_id: 'O-7', status: 'PARTIAL_SPLIT' });
    const { routing_decision_id } = why;
    expect(await answerOf('explain_decision', { routing_decision_id })).toEqual(why);
    expect(await answerOf('get_order', { order_id: 'O-7' })).toMatchObject({
      routings: [{ order: { lines: [{ sku: 'DESK', quantity: 9999 }] } }],
    });
    const stock = await answerOf('list_stock', { sku: 'DESK' });
    const quantities = { reserved_quantity: 500, quantity_available: 500, effective_quantity: 0 };
    expect(stock.inventory).toEqual(expect.arrayContaining([expect.objectContaining(quantities)]));
    const { runs } = await answerOf('list_runs', { from: '2020-01-01', to: '2999-12-31' });
    const { routing_run_id } = runs[0];
    expect(await answerOf('get_run', { routing_run_id })).toMatchObject({ orders_routed: 60 });
    const { results } = await answerOf('list_run_results', { routing_run_id, order_id: 'O-7' });
    expect(results).toMatchObject([{ order_id: 'O-7' }]);
    expect((await answerOf('list_runs', { to: '2020-01-01' })).runs).toEqual([]);
    expect(await answerOf('get_plan_usage')).toMatchObject({ environment: 'live' });
  });

  it('answers a page at a time, smaller if it would be too large, and the cursor goes on where it ends', async () => {
    const { routing_run_id } = (await answerOf('list_runs')).runs[0];
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = { routing_run_id, limit: 100, ...(cursor !== null && { cursor }) };
      const { texts } = await call('list_run_results', page);
      expect(texts[0]!.length).toBeLessThanOrEqual(MAX_CHARACTERS);
      const { results, next_cursor } = JSON.parse(texts[0]!);
      found.push(...results.map((result: { order_id: string }) => result.order_id));
      cursor = next_cursor;
    } while (cursor !== null);
    expect(found).toEqual(Array.from({ length: 60 }, (_, n) => `O-${n}`));
    expect((await answerOf('list_run_results', { routing_run_id })).results.length).toBeLessThanOrEqual(20);
  });

  it('tries an order and a reroute with their reasons, and saves nothing', async () => {
    const tried = await answerOf('try_order', order('TRIED'));
    expect(tried).toMatchObject({
      dry_run: true,
      routing_run_id: null,
      results: [{ status: 'FULL', why: {} }],
    });
    expect(tried.results[0].why.warehouses.length).toBeGreaterThan(0);
    expect((await call('get_order', { order_id: 'TRIED' })).isError).toBe(true);
    const rerouted = await answerOf('try_reroute', { order_id: 'O-1', exclude_warehouse_ids: ['EWR1'] });
    expect(rerouted.results[0]).toMatchObject({ routing_decision_id: null });
    expect((await answerOf('get_order', { order_id: 'O-1' })).routings).toHaveLength(1);
  });

  it('answers a refusal with its sentence: an unknown order, a faulty order, a misspelled filter', async () => {
    expect(await call('explain_order', { order_id: 'NOBODY' })).toEqual({
      isError: true,
      texts: [expect.stringContaining('NOBODY was not routed')],
    });
    const faulty = await call('try_order', { ...order('F'), lines: [{ sku: ' ', quantity: 1 }] });
    expect(faulty).toEqual({ isError: true, texts: [expect.stringContaining('lines[0].sku')] });
    expect(await call('list_stock', { skus: 'DESK' })).toEqual({
      isError: true,
      texts: [expect.stringContaining('skus')],
    });
  });

  it('writes nothing beside the protocol, and ends with the input', async () => {
    await assistant!.close();
    expect(await messages).toBe('');
  });

  it('answers with the sentence for a service that is away', async () => {
    await startWrs(['--url', 'http://127.0.0.1:1']);
    expect(await call('list_runs')).toEqual({
      isError: true,
      texts: [expect.stringContaining('Cannot reach the service')],
    });
  });
});

it('the configuration in docs/guides/assistants.md works', async () => {
  const page = await readFile(join(projectRoot, 'docs/guides/assistants.md'), 'utf8');
  const { mcpServers } = JSON.parse(/^```json\n([\s\S]*?)^```/m.exec(page)![1]!);
  const { command, args, env } = mcpServers['warehouse-routing'];
  expect(Object.keys(env)).toEqual(['WRS_URL', 'WRS_API_KEY']);
  const values = { WRS_URL: served.service.url, WRS_API_KEY: served.key };
  await start(
    args.map((word: string) => word.replace('/path/to/warehouse-routing-service', projectRoot)),
    values,
    command,
  );
  expect(await answerOf('explain_order', { order_id: 'O-1' })).toMatchObject({ order_id: 'O-1' });
});

describe('wrs mcp --allow-writes', () => {
  it('routes, reroutes, releases and ships orders, changes stock, and starts a what-if', async () => {
    await startWrs(['--allow-writes']);
    expect(await toolNames()).toEqual(expect.arrayContaining(WRITES));
    const routed = await answerOf('route_orders', { orders: [order('W-1', 2), order('W-2')] });
    expect(routed.results).toMatchObject([{ order_id: 'W-1', status: 'FULL' }, { order_id: 'W-2' }]);
    const rerouted = await answerOf('reroute_order', {
      order_id: 'W-1',
      exclude_warehouse_ids: ['ATL1'],
      note: 'asked',
    });
    expect(rerouted.results).toMatchObject([{ order_id: 'W-1' }]);
    expect(await answerOf('release_order', { order_id: 'W-1' })).toMatchObject({ released_units: 2 });
    expect(await answerOf('ship_order', { order_id: 'W-2' })).toMatchObject({ shipped_units: 1 });
    const found = [{ sku: 'LAMP', warehouse_id: 'EWR1', change: 3, reason: 'found' }];
    expect((await answerOf('change_stock', { changes: found })).changes).toMatchObject([
      { quantity_available: 3 },
    ]);
    const { what_if_id } = await answerOf('create_what_if', {
      name: 'closed',
      orders: { from: '2020-01-01', to: '2999-12-31' },
      draft: { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] },
    });
    await expect.poll(async () => (await answerOf('get_what_if', { what_if_id })).status).toBe('completed');
    const { changes } = await answerOf('list_what_if_changes', { what_if_id, limit: 1 });
    expect(changes).toHaveLength(1);
    const { routing_decision_id } = changes[0];
    expect(await answerOf('explain_what_if_change', { what_if_id, routing_decision_id })).toMatchObject({
      draft: {},
    });
    expect((await answerOf('list_what_ifs')).what_ifs).toHaveLength(1);
  });
});

describe('wrs mcp with an account token', () => {
  it('looks at one environment of the account, finds orders and reads what is configured', async () => {
    await startWrs(['--allow-writes'], { WRS_API_KEY: '', WRS_ACCOUNT_TOKEN: served.token });
    const names = await toolNames();
    expect(names).toEqual(expect.arrayContaining([...WRITES, 'find_orders', 'get_account']));
    expect(names).not.toContain('get_plan_usage');
    const { orders } = await answerOf('find_orders', { status: 'PARTIAL_SPLIT' });
    expect(orders).toMatchObject([{ order_id: 'O-7' }]);
    expect(await answerOf('explain_order', { order_id: 'O-7' })).toMatchObject({ order_id: 'O-7' });
    expect((await answerOf('list_stock', { q: 'DESK' })).skus).toMatchObject([
      { sku: 'DESK', quantity_available: 505 },
    ]);
    expect((await answerOf('list_runs')).runs.length).toBeGreaterThan(0);
    expect((await answerOf('get_account')).warehouses.length).toBeGreaterThan(0);
    expect(await answerOf('try_order', order('T'))).toMatchObject({ dry_run: true });
    expect(await answerOf('route_orders', { orders: [order('T-1')] })).toMatchObject({
      results: [{ order_id: 'T-1' }],
    });
    await startWrs(['--environment', 'test'], { WRS_ACCOUNT_TOKEN: served.token });
    expect((await answerOf('list_runs')).runs).toEqual([]);
  });

  it('ends with a sentence and code 2 if neither is given', async () => {
    await expect(startWrs([], { WRS_API_KEY: '' })).rejects.toThrow();
    expect(await messages).toContain('WRS_ACCOUNT_TOKEN');
  });
});

it('every tool is an endpoint of the documents of both APIs that it may be called at', async () => {
  const documents = await Promise.all(
    ['/openapi.json', '/account/openapi.json'].map(async (path) => {
      const answer = await fetch(`${served.service.url}${path}`);
      return (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    }),
  );
  for (const [index, kind] of (['key', 'token'] as const).entries()) {
    const base = ['/api/v1', '/account/v1'][index];
    for (const { name, method, path } of toolsFor(kind, true)) {
      expect([name, Object.keys(documents[index]!.paths[`${base}${path}`] ?? {})]).toEqual([
        name,
        expect.arrayContaining([method.toLowerCase()]),
      ]);
    }
  }
});
