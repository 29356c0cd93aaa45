import type { Command } from 'commander';
import type { RoutingClient } from '../../../shared/client/client.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { withCurrency } from '../with-currency.ts';
import { fetchRun } from './fetch-run.ts';
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
