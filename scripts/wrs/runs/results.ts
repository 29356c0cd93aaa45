import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { dataOf, type RoutingClient, Unreachable } from '../../../shared/client/client.ts';
import { orderStatus } from '../../../shared/contracts/a/schema.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import type { OrderStatus } from '../../../shared/engine/types.ts';
import { COUNT_OF } from '../../../shared/ledger/status-counts.ts';
import { PLAIN } from '../../terminal/look.ts';
import { whole } from '../../terminal/numbers.ts';
import type { WrsContext } from '../context.ts';
import { NotThere } from '../failures.ts';
import { type JsonOption, jsonOption, option, positive } from '../options.ts';
import { given, type PageQuery, readPages, withQuery } from '../pages.ts';
import { resultsTable } from '../result-text.ts';
import { fetchRun } from './show.ts';

interface ResultOptions extends JsonOption {
  readonly csv?: true;
  readonly status?: OrderStatus;
  readonly warehouse?: string;
  readonly order?: string;
  readonly limit: number;
  readonly output?: string;
}

type Filter = Readonly<Record<'status' | 'warehouse_id' | 'order_id', string | undefined>> & {
  readonly status: OrderStatus | undefined;
};

/** `wrs runs results`. */
export function addResultsCommand(runs: Command, context: WrsContext): void {
  runs
    .command('results')
    .description("read a run's results: the first as a table, or all of them as NDJSON or CSV")
    .argument('<run>', 'routing_run_id', positive)
    .addOption(jsonOption('all results, a JSON object a line'))
    .addOption(new Option('--csv', 'all results, a CSV row an order').conflicts('json'))
    .addOption(new Option('--status <status>', 'only results of this status').choices(orderStatus.options))
    .option('--warehouse <id>', 'only orders that ship from this warehouse')
    .option('--order <id>', 'only this order')
    .option('--limit <number>', 'maximum rows of the table', positive, 50)
    .option('--output <file>', 'write to a file')
    .action((id: number, options: ResultOptions, command: Command) =>
      context.withSession(command, async ({ client }) => {
        const run = await fetchRun(client, id);
        const { status, warehouse: warehouse_id, order: order_id } = options;
        const filter: Filter = { status, warehouse_id, order_id };
        if (order_id !== undefined) await expectOrder(client, id, order_id);
        reportUnfinished(run, context);
        if (options.json || options.csv) await writeAll(client, id, filter, options, context);
        else await writeTable(client, run, filter, options, context);
      }),
    );
}

/** Throws NotThere if the run has no such order. */
async function expectOrder(client: RoutingClient, id: number, order_id: string): Promise<void> {
  const { results } = await readResults(client, id, { order_id }, { limit: 1 });
  if (results.length === 0) throw new NotThere(`Run ${id} has no result for order ${order_id}.`);
}

function reportUnfinished(
  { routing_run_id, orders_routed, orders_superseded, orders_unchanged, orders_considered }: RunView,
  context: WrsContext,
) {
  if (orders_routed + orders_superseded + orders_unchanged === orders_considered) return;
  const [routed, considered] = [whole(orders_routed), whole(orders_considered)];
  context.screen.write(`Run ${routing_run_id} has ${routed} of ${considered} results so far.\n`);
}

async function writeAll(
  client: RoutingClient,
  id: number,
  filter: Filter,
  { csv, output }: ResultOptions,
  { out }: WrsContext,
): Promise<void> {
  const path = withQuery(`/api/v1/runs/${id}/results`, filter);
  const body = await client.stream(path, csv ? 'text/csv' : 'application/x-ndjson');
  if (output === undefined) await copy(body, out);
  else await pipeline(Readable.fromWeb(body as WebBody), createWriteStream(output)).catch(brokeOff);
}

async function writeTable(
  client: RoutingClient,
  run: RunView,
  filter: Filter,
  { limit, output }: ResultOptions,
  context: WrsContext,
): Promise<void> {
  const id = run.routing_run_id;
  const { elements, more } = await readPages(limit, async (page) => {
    const { results, next_cursor } = await readResults(client, id, given(filter), page);
    return { elements: results, next_cursor };
  });
  if (elements.length === 0) {
    context.screen.write(`Run ${id} has no results that match.\n`);
  } else if (output === undefined) {
    context.print(resultsTable(elements, context.look));
  } else {
    await writeFile(output, `${resultsTable(elements, PLAIN)}\n`);
  }
  if (!more) return;
  const total = totalOf(run, filter);
  context.screen.write(`${whole(elements.length)} of ${total === null ? 'more' : whole(total)} results.\n`);
  const filters = [...option('--status', filter.status), ...option('--warehouse', filter.warehouse_id)];
  context.suggest('All of them', `runs results ${id}`, ...filters, '--csv', '--output', 'results.csv');
}

/** The number of results that match a filter; null if the run's counts do not say it. */
function totalOf(run: RunView, { status, warehouse_id, order_id }: Filter): number | null {
  if (warehouse_id !== undefined || order_id !== undefined) return null;
  return status === undefined ? run.orders_routed : run[COUNT_OF[status]];
}

function readResults(
  client: RoutingClient,
  id: number,
  filter: { status?: OrderStatus; warehouse_id?: string; order_id?: string },
  page: PageQuery,
) {
  const params = { path: { routing_run_id: id }, query: { ...filter, ...page } };
  return dataOf(client.api.GET('/api/v1/runs/{routing_run_id}/results', { params }));
}

type WebBody = Parameters<typeof Readable.fromWeb>[0];

/** Copies to the standard output, which stays open. Throws Unreachable if the stream breaks off. */
async function copy(body: ReadableStream<Uint8Array>, target: NodeJS.WritableStream): Promise<void> {
  await pipeline(Readable.fromWeb(body as WebBody), target, { end: false }).catch(brokeOff);
}

/** A reader that closes the pipe early has all that it wants. In all other cases the results are not complete. */
function brokeOff(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  throw new Unreachable(`The results were cut off: ${error.message}`);
}
