import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { orderStatus, runStatus } from '../../shared/contracts/a/schema.ts';
import type { RunView } from '../../shared/contracts/run.ts';
import type { OrderStatus } from '../../shared/engine/types.ts';
import { type Client, dataOf } from './client.ts';
import type { WrsContext } from './command.ts';
import { Display } from './display.ts';
import { Unreachable } from './failures.ts';
import { followRun } from './follow.ts';
import { type Json, json, positive } from './options.ts';
import { resultsTable } from './result-text.ts';
import { runsTable, runText } from './run-text.ts';
import { FORMAT_OPTION } from './send-file.ts';
import { type SubmitOptions, submitFile } from './submit.ts';

interface FollowOption {
  readonly follow?: true;
}

interface ListOptions extends Json {
  readonly status?: RunView['status'];
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

interface ResultOptions extends Json {
  readonly csv?: true;
  readonly status?: OrderStatus;
  readonly warehouse?: string;
  readonly order?: string;
  readonly limit: number;
  readonly output?: string;
}

const PAGE = 1000;

/** `wrs runs …`. */
export function addRunCommands(wrs: Command, context: WrsContext): void {
  const runs = wrs.command('runs').description('managed runs, and what became of all runs');
  const follow = () => new Option('--follow', 'show its progress until it ends');
  const print = (text: string) => context.out.write(`${text}\n`);
  const show = (run: RunView, options: Json) => print(options.json ? JSON.stringify(run) : runText(run));

  /** Follows a run to its end; one that does not complete fails the command. */
  async function toItsEnd(client: Client, run: RunView, display: Display): Promise<RunView> {
    const ended = await followRun(client, run.routing_run_id, (now) => display.progress(now.progress));
    display.end();
    if (ended.status !== 'completed') context.fail();
    return ended;
  }

  runs
    .command('submit')
    .description('send a file of orders of any size as a managed run')
    .argument('<file>', 'orders as .ndjson, .jsonl, .csv or .json, also .gz; - for the standard input')
    .addOption(follow())
    .addOption(FORMAT_OPTION())
    .addOption(new Option('--on-invalid <what>', 'what faulty orders do').choices(['reject', 'skip']))
    .option('--idempotency-key <key>', 'the same key and file give the same run')
    .option('--gzip', 'pack it on the way')
    .addOption(json())
    .action(async (file: string, options: SubmitOptions & FollowOption & Json, command: Command) => {
      await context.withSession(command, async ({ client, own }) => {
        const display = new Display(context.screen);
        const accepted = await submitFile(client, file, options, display);
        display.tell(`Run ${accepted.routing_run_id} was accepted: ${accepted.orders_considered} orders.`);
        // Nobody would work on it after a service of this command alone.
        const waits = options.follow === true || own;
        show(waits ? await toItsEnd(client, accepted, display) : accepted, options);
      });
    });

  runs
    .command('list')
    .description('list runs, newest first')
    .addOption(new Option('--status <status>', 'only runs of this status').choices(runStatus.options))
    .option('--from <date>', 'not before this ISO 8601 date or timestamp')
    .option('--to <date>', 'up to this ISO 8601 date, or before this timestamp')
    .option('--limit <number>', 'runs at most', positive, 20)
    .addOption(json())
    .action(async ({ limit, json: asJson, ...filter }: ListOptions, command: Command) => {
      const found = await context.withSession(command, ({ client }) =>
        readPages(limit, async (page) => {
          const { runs: elements, next_cursor } = await dataOf(
            client.api.GET('/api/v1/runs', { params: { query: { ...given(filter), ...page } } }),
          );
          return { elements, next_cursor };
        }),
      );
      print(asJson ? JSON.stringify({ runs: found }) : runsTable(found));
    });

  runs
    .command('show')
    .description('show a run and how far it is')
    .argument('<run>', 'routing_run_id', positive)
    .addOption(follow())
    .addOption(json())
    .action(async (id: number, options: FollowOption & Json, command: Command) => {
      await context.withSession(command, async ({ client }) => {
        const run = await showRun(client, id);
        show(options.follow ? await toItsEnd(client, run, new Display(context.screen)) : run, options);
      });
    });

  runs
    .command('results')
    .description("read a run's results: the first as a table, or all of them as NDJSON or CSV")
    .argument('<run>', 'routing_run_id', positive)
    .addOption(json('all results, a JSON object a line'))
    .addOption(new Option('--csv', 'all results, a CSV row an order').conflicts('json'))
    .addOption(new Option('--status <status>', 'only results of this status').choices(orderStatus.options))
    .option('--warehouse <id>', 'only orders that ship from this warehouse')
    .option('--order <id>', 'only this order')
    .option('--limit <number>', 'rows of the table at most', positive, 50)
    .option('--output <file>', 'write to a file')
    .action(async (id: number, options: ResultOptions, command: Command) => {
      await context.withSession(command, async ({ client }) => {
        const run = await showRun(client, id);
        if (run.orders_routed < run.orders_considered) {
          const { orders_routed, orders_considered } = run;
          context.screen.write(`Run ${id} has ${orders_routed} of ${orders_considered} results so far.\n`);
        }
        const { status, warehouse: warehouse_id, order: order_id, output } = options;
        const filter = { status, warehouse_id, order_id };
        const path = `/api/v1/runs/${id}/results`;
        const target = output === undefined ? null : createWriteStream(output);
        if (options.json || options.csv) {
          const accept = options.csv ? 'text/csv' : 'application/x-ndjson';
          await copy(await client.stream(withQuery(path, filter), accept), target ?? context.out);
        } else {
          const results = await readPages(options.limit, async (page) => {
            const { results: elements, next_cursor } = await dataOf(
              client.api.GET('/api/v1/runs/{routing_run_id}/results', {
                params: { path: { routing_run_id: id }, query: { ...given(filter), ...page } },
              }),
            );
            return { elements, next_cursor };
          });
          (target ?? context.out).write(`${resultsTable(results)}\n`);
        }
        await new Promise<void>((resolve) => (target === null ? resolve() : target.end(resolve)));
      });
    });

  runs
    .command('cancel')
    .description('stop a run; what was decided stays decided')
    .argument('<run>', 'routing_run_id', positive)
    .addOption(json())
    .action(async (id: number, options: Json, command: Command) => {
      await context.withSession(command, async ({ client }) => {
        show(
          await dataOf(
            client.api.POST('/api/v1/runs/{routing_run_id}/cancel', {
              params: { path: { routing_run_id: id } },
            }),
          ),
          options,
        );
      });
    });
}

type Query = Readonly<Record<string, string | undefined>>;

/** A query without what was not asked for. */
function given<Q extends Query>(query: Q): { [K in keyof Q]?: NonNullable<Q[K]> } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as never;
}

function withQuery(path: string, query: Query): string {
  const text = new URLSearchParams(given(query) as Record<string, string>).toString();
  return text === '' ? path : `${path}?${text}`;
}

const showRun = (client: Client, id: number): Promise<RunView> =>
  dataOf(client.api.GET('/api/v1/runs/{routing_run_id}', { params: { path: { routing_run_id: id } } }));

interface Page<T> {
  readonly elements: readonly T[];
  readonly next_cursor: string | null;
}

/** The first `limit` elements of a listing, over as many pages as they take. */
async function readPages<T>(
  limit: number,
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const elements: T[] = [];
  let cursor: string | null = null;
  do {
    const wanted = Math.min(PAGE, limit - elements.length);
    const page: Page<T> = await read({ limit: wanted, ...(cursor === null ? {} : { cursor }) });
    elements.push(...page.elements);
    cursor = page.next_cursor;
  } while (cursor !== null && elements.length < limit);
  return elements;
}

/** A stream that breaks off is told: what came is not all. */
async function copy(body: ReadableStream<Uint8Array>, target: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), target, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    throw new Unreachable(`The results broke off: ${(error as Error).message}`);
  }
}
