import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { ListedRun, RunView } from '../../shared/contracts/run.ts';
import type { Client } from './client.ts';
import type { WrsContext } from './command.ts';
import { Display } from './display.ts';
import { Unreachable } from './failures.ts';
import { followRun } from './follow.ts';
import { type Json, json, positive } from './options.ts';
import { type AnyResult, resultsTable } from './result-text.ts';
import { runsTable, runText } from './run-text.ts';
import { FORMATS, type SubmitOptions, submitFile } from './submit.ts';

interface FollowOption {
  readonly follow?: true;
}

interface ListOptions extends Json {
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

interface ResultOptions extends Json {
  readonly csv?: true;
  readonly status?: string;
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
    .addOption(new Option('--format <format>', "format, where the file's name does not say").choices(FORMATS))
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
    .option('--status <status>', 'only runs of this status')
    .option('--from <date>', 'not before this ISO 8601 date or timestamp')
    .option('--to <date>', 'up to this ISO 8601 date, or before this timestamp')
    .option('--limit <number>', 'runs at most', positive, 20)
    .addOption(json())
    .action(async ({ limit, json: asJson, ...filter }: ListOptions, command: Command) => {
      const found = await context.withSession(command, ({ client }) =>
        readPages<ListedRun>(client, '/api/v1/runs', 'runs', filter, limit),
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
        const run = await client.get<RunView>(`/api/v1/runs/${id}`);
        show(options.follow ? await toItsEnd(client, run, new Display(context.screen)) : run, options);
      });
    });

  runs
    .command('results')
    .description("read a run's results: the first as a table, or all of them as NDJSON or CSV")
    .argument('<run>', 'routing_run_id', positive)
    .addOption(json('all results, a JSON object a line'))
    .addOption(new Option('--csv', 'all results, a CSV row an order').conflicts('json'))
    .option('--status <status>', 'only results of this status')
    .option('--warehouse <id>', 'only orders that ship from this warehouse')
    .option('--order <id>', 'only this order')
    .option('--limit <number>', 'rows of the table at most', positive, 50)
    .option('--output <file>', 'write to a file')
    .action(async (id: number, options: ResultOptions, command: Command) => {
      await context.withSession(command, async ({ client }) => {
        const run = await client.get<RunView>(`/api/v1/runs/${id}`);
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
          const table = resultsTable(
            await readPages<AnyResult>(client, path, 'results', filter, options.limit),
          );
          (target ?? context.out).write(`${table}\n`);
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
        show(await client.post<RunView>(`/api/v1/runs/${id}/cancel`), options);
      });
    });
}

type Query = Readonly<Record<string, string | number | undefined>>;

function withQuery(path: string, query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.append(name, String(value));
  }
  const text = given.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The first `limit` elements of a listing, over as many pages as they take. */
async function readPages<T>(
  client: Client,
  path: string,
  name: string,
  query: Query,
  limit: number,
): Promise<T[]> {
  const elements: T[] = [];
  let cursor: string | undefined;
  do {
    const wanted = Math.min(PAGE, limit - elements.length);
    const page = await client.get<{ [key: string]: T[] } & { next_cursor: string | null }>(
      withQuery(path, { ...query, limit: wanted, cursor }),
    );
    elements.push(...(page[name] as T[]));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && elements.length < limit);
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
