import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { dataOf, type RoutingClient } from '../../../shared/client/client.ts';
import { orderStatus } from '../../../shared/contracts/a/schema.ts';
import type { WhatIfView } from '../../../shared/contracts/what-if.ts';
import type { OrderStatus } from '../../../shared/engine/types.ts';
import { ProgressDisplay } from '../../terminal/progress-display.ts';
import type { ServiceSession, WrsContext } from '../context.ts';
import { UsageError } from '../failures.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { given, readPages } from '../pages.ts';
import { parseJsonText, readText } from '../read-file.ts';
import { withCurrency } from '../with-currency.ts';
import { changesTable, WORSE, type WorseName, whatIfText } from './what-if-text.ts';

/** The exit code if the draft is worse by `--fail-if-worse`. */
const EXIT_WORSE = 4;

/** How often the progress of a what-if is read. */
const POLL_MS = 300;

interface WhatIfOptions extends JsonOption {
  readonly run?: number;
  readonly from?: string;
  readonly to?: string;
  readonly draft?: string;
  readonly name?: string;
  readonly failIfWorse?: WorseName[];
}

/** `wrs what-if`: asks what a draft of the configuration would do. */
export function define(whatIf: Command, context: WrsContext): void {
  whatIf
    .option('--run <run>', 'the orders of this run', positive)
    .option('--from <date>', 'orders of runs that began on or after this date or timestamp')
    .option('--to <date>', 'orders of runs that began on or before this date, or before this timestamp')
    .option('--draft <file>', 'JSON with settings, profiles, item_controls, warehouses, rates, inventory …')
    .option('--name <text>', 'a name for people')
    .addOption(
      new Option(
        '--fail-if-worse <what...>',
        `exit code ${EXIT_WORSE} if there are more shipments, fewer units ship, more orders split, transit days are more, or the cost is higher`,
      ).choices(Object.keys(WORSE)),
    )
    .addOption(jsonOption())
    .action(async (options: WhatIfOptions, command: Command) => {
      const { run, from, to, draft: file, name } = options;
      if (file === undefined) throw new UsageError('--draft FILE is needed: what is to be tried.');
      const draft = parseJsonText(await readText(file, context), file) as Record<string, never>;
      const orders = given({ from, to });
      const body = {
        orders: { ...orders, ...(run && { routing_run_id: run }) },
        draft,
        ...(name && { name }),
      };
      await context.withSession(command, async (session) => {
        const { what_if_id } = await dataOf(session.client.api.POST('/api/v1/what-ifs', { body }));
        const ended = await followToEnd(what_if_id, session, context);
        const isPriced = !options.json && ended.baseline.costs !== undefined;
        report(ended, options, await withCurrency(context, session.client, isPriced));
      });
    });
  addChangesCommand(whatIf, context);
}

function report(ended: WhatIfView, { json, failIfWorse = [] }: WhatIfOptions, context: WrsContext): void {
  if (json) context.print(JSON.stringify(ended));
  else context.print(whatIfText(ended, context.look));
  if (ended.status !== 'completed') {
    context.fail();
    return;
  }
  const worse = failIfWorse.filter((name) => WORSE[name](ended.baseline, ended.draft));
  if (worse.length > 0) {
    context.comment(`Worse with the draft: ${worse.join(', ')}.`);
    context.fail(EXIT_WORSE);
  }
  if (!json && ended.orders_changed > 0)
    context.suggest('The changed orders', `what-if changes ${ended.what_if_id}`);
}

/** Shows the progress of a what-if until it ends. Ctrl-C ends only the display. */
async function followToEnd(
  id: number,
  { client, interrupted }: ServiceSession,
  { screen }: WrsContext,
): Promise<WhatIfView> {
  const display = new ProgressDisplay(screen);
  display.writeLine(`What-if ${id} was accepted.`);
  for (;;) {
    const whatIf = await readWhatIf(client, id);
    if (whatIf.finished_at !== null) {
      display.end();
      return whatIf;
    }
    display.progress(whatIf.progress);
    await pause(POLL_MS, undefined, { signal: interrupted });
  }
}

function readWhatIf(client: RoutingClient, what_if_id: number): Promise<WhatIfView> {
  return dataOf(client.api.GET('/api/v1/what-ifs/{what_if_id}', { params: { path: { what_if_id } } }));
}

interface ChangesOptions extends JsonOption {
  readonly fromStatus?: OrderStatus;
  readonly toStatus?: OrderStatus;
  readonly warehouse?: string;
  readonly limit: number;
}

/** `wrs what-if changes`. */
function addChangesCommand(whatIf: Command, context: WrsContext): void {
  whatIf
    .command('changes')
    .description('list the orders that a what-if decides differently')
    .argument('<what-if>', 'what_if_id', positive)
    .addOption(
      new Option('--from-status <status>', 'only orders of this status now').choices(orderStatus.options),
    )
    .addOption(
      new Option('--to-status <status>', 'only orders of this status with the draft').choices(
        orderStatus.options,
      ),
    )
    .option('--warehouse <id>', 'only orders that ship from this warehouse, now or with the draft')
    .option('--limit <number>', 'maximum number of orders', positive, 50)
    .addOption(jsonOption())
    .action(async (what_if_id: number, _options: ChangesOptions, command: Command) => {
      // `what-if` has the option --json too, and takes it wherever it stands.
      const options = command.optsWithGlobals<ChangesOptions>();
      const { fromStatus: from_status, toStatus: to_status, warehouse: warehouse_id, limit, json } = options;
      const filter = given({ from_status, to_status, warehouse_id });
      const { elements, more } = await context.withSession(command, ({ client }) =>
        readPages(limit, async (page) => {
          const params = { path: { what_if_id }, query: { ...filter, ...page } };
          const read = client.api.GET('/api/v1/what-ifs/{what_if_id}/changes', { params });
          const { changes, next_cursor } = await dataOf(read);
          return { elements: changes, next_cursor };
        }),
      );
      if (json) return context.print(JSON.stringify({ changes: elements }));
      if (elements.length === 0) return context.comment('No changed orders match.');
      context.print(changesTable(elements, context.look));
      if (more) context.comment(`These are the first ${elements.length}; use --limit to show more.`);
    });
}
