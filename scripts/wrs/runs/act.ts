import type { Command } from 'commander';
import { dataOf } from '../../../shared/client/client.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { printRun } from './show.ts';

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
