import type { Command } from 'commander';
import { dataOf } from '../client.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { printRun } from './show.ts';

/** `wrs runs retry`. */
export function addRetryCommand(runs: Command, context: WrsContext): void {
  runs
    .command('retry')
    .description('continue a failed run where it stopped')
    .argument('<run>', 'routing_run_id', positive)
    .addOption(jsonOption())
    .action((id: number, options: JsonOption, command: Command) =>
      context.withSession(command, async ({ client }) => {
        const params = { path: { routing_run_id: id } };
        const run = await dataOf(client.api.POST('/api/v1/runs/{routing_run_id}/retry', { params }));
        printRun(run, options, context);
      }),
    );
}
