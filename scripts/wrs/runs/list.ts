import { type Command, Option } from 'commander';
import { dataOf } from '../../../shared/client/client.ts';
import { runStatus } from '../../../shared/contracts/a/schema.ts';
import type { RunView } from '../../../shared/contracts/run.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { given, readPages } from '../pages.ts';
import { runsTable } from './run-text.ts';

interface ListOptions extends JsonOption {
  readonly status?: RunView['status'];
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

/** `wrs runs list`. */
export function addListCommand(runs: Command, context: WrsContext): void {
  runs
    .command('list')
    .description('list runs, newest first')
    .addOption(new Option('--status <status>', 'only runs of this status').choices(runStatus.options))
    .option('--from <date>', 'not before this ISO 8601 date or timestamp')
    .option('--to <date>', 'up to this ISO 8601 date, or before this timestamp')
    .option('--limit <number>', 'maximum number of runs', positive, 20)
    .addOption(jsonOption())
    .action(async ({ limit, json: asJson, ...filter }: ListOptions, command: Command) => {
      const { elements: found, more } = await context.withSession(command, ({ client }) =>
        readPages(limit, async (page) => {
          const { runs: elements, next_cursor } = await dataOf(
            client.api.GET('/api/v1/runs', { params: { query: { ...given(filter), ...page } } }),
          );
          return { elements, next_cursor };
        }),
      );
      if (asJson) return context.print(JSON.stringify({ runs: found }));
      const [newest] = found;
      if (newest === undefined) {
        context.screen.write('No runs match.\n');
        return context.suggest('To make one', 'runs submit FILE --follow');
      }
      context.print(runsTable(found, context.look));
      if (more) context.screen.write(`These are the newest ${found.length}; use --limit to show more.\n`);
      context.suggest('A run and its results', `runs show ${newest.routing_run_id}`);
    });
}
