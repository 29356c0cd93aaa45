import type { Command } from 'commander';
import { dataOf, type RoutingClient } from '../../../shared/client/client.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { withCurrency } from '../with-currency.ts';
import { followOption, followToEnd } from './follow.ts';
import { runText } from './run-text.ts';

interface ShowOptions extends JsonOption {
  readonly follow?: true;
}

/** `wrs runs show`. */
export function addShowCommand(runs: Command, context: WrsContext): void {
  runs
    .command('show')
    .description('show a run and its progress')
    .argument('<run>', 'routing_run_id', positive)
    .addOption(followOption())
    .addOption(jsonOption())
    .action((id: number, options: ShowOptions, command: Command) =>
      context.withSession(command, async (session) => {
        const run = await fetchRun(session.client, id);
        const shown = options.follow ? await followToEnd(run, session, context) : run;
        await printRun(shown, options, session.client, context);
      }),
    );
}

const ACTS = [
  ['cancel', 'cancel a run; its decisions so far are kept', '/api/v1/runs/{routing_run_id}/cancel'],
  ['retry', 'continue a failed run where it stopped', '/api/v1/runs/{routing_run_id}/retry'],
] as const;

/** `wrs runs cancel` and `wrs runs retry`. */
export function addActCommands(runs: Command, context: WrsContext): void {
  for (const [name, description, endpoint] of ACTS) {
    runs
      .command(name)
      .description(description)
      .argument('<run>', 'routing_run_id', positive)
      .addOption(jsonOption())
      .action((id: number, options: JsonOption, command: Command) =>
        context.withSession(command, async ({ client }) => {
          const params = { path: { routing_run_id: id } };
          const run = await dataOf(client.api.POST(endpoint, { params }));
          await printRun(run, options, client, context);
          if (name === 'cancel' && run.status === 'completed')
            context.comment(`Run ${id} was not cancelled: it had ended.`);
        }),
      );
  }
}

/** Reads a run from the service. Throws Refused if the key has no such run. */
export function fetchRun(client: RoutingClient, routing_run_id: number): Promise<RunView> {
  return dataOf(client.api.GET('/api/v1/runs/{routing_run_id}', { params: { path: { routing_run_id } } }));
}

/** Prints a run and suggests the next command. */
export async function printRun(
  run: RunView,
  options: JsonOption,
  client: RoutingClient,
  context: WrsContext,
): Promise<void> {
  if (options.json) {
    context.print(JSON.stringify(run));
    return;
  }
  const { look } = await withCurrency(context, client, 'costs' in run);
  context.print(runText(run, look));
  suggestNext(run, context);
}

function suggestNext(
  { routing_run_id: id, progress, orders_routed, none_count }: RunView,
  context: WrsContext,
) {
  if (progress.phase !== 'done') {
    context.suggest('Its progress', `runs show ${id} --follow`);
  } else if (orders_routed > 0) {
    context.suggest('Its results', `runs results ${id}`);
    if (none_count > 0) context.suggest('What cannot ship', `runs results ${id} --status NONE`);
  }
}
