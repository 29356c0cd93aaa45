import type { Command } from 'commander';
import { dataOf } from '../client.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { printRun } from './show.ts';

/** `wrs runs cancel`. */
export function addCancelCommand(runs: Command, context: WrsContext): void {
  runs
    .command('cancel')
    .description('cancel a run; its decisions so far are kept')
    .argument('<run>', 'routing_run_id', positive)
    .addOption(jsonOption())
    .action((id: number, options: JsonOption, command: Command) =>
      context.withSession(command, async ({ client }) => {
        const params = { path: { routing_run_id: id } };
        const run = await dataOf(client.api.POST('/api/v1/runs/{routing_run_id}/cancel', { params }));
        printRun(run, options, context);
      }),
    );
}
