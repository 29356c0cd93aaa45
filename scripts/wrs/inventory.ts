import { type Command, Option } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import { counted, whole } from '../terminal/numbers.ts';
import { ProgressDisplay } from '../terminal/progress-display.ts';
import { addChangeCommand } from './change-stock.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { type FileOptions, FORMAT_OPTION, fileSource, sendFile } from './send-file.ts';
import { skippedLines, warningLines } from './warnings.ts';

interface PushOptions extends JsonOption, FileOptions {
  readonly sourceName?: string;
  readonly countedAt?: string;
  readonly onInvalid?: 'reject' | 'skip';
}

/** `wrs inventory push` and `change`. */
export function define(inventory: Command, context: WrsContext): void {
  inventory
    .command('push')
    .description("sync an inventory snapshot from a file of up to the plan's rows, all or none of it")
    .argument(
      '<file>',
      'rows as .csv with a header, .ndjson, .jsonl or .json, also .gz; - for the standard input',
    )
    .addOption(FORMAT_OPTION())
    .option('--gzip', 'compress the upload')
    .addOption(new Option('--on-invalid <what>', 'what to do with faulty rows').choices(['reject', 'skip']))
    .option('--source-name <name>', 'name of the sending system')
    .option('--counted-at <moment>', 'when the list of orders was read: ends no reservation that is later')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nColumns: sku, warehouse_id, quantity_available, and optionally unit_value,\nunit_weight, sku_description.\n' +
        'Without --counted-at a sync ends all active reservations.',
    )
    .action(async (path: string, options: PushOptions, command: Command) => {
      const synced = await context.withSession(command, async ({ client }) => {
        const display = new ProgressDisplay(context.screen);
        const { sourceName: source_name, onInvalid: on_invalid, countedAt: counted_at } = options;
        const query = {
          ...(source_name && { source_name }),
          ...(on_invalid && { on_invalid }),
          ...(counted_at && { counted_at }),
        };
        const answer = await sendFile<Schemas['InventorySyncResult']>(
          client,
          `/api/v1/inventory/uploads?${new URLSearchParams(query)}`,
          await fileSource(path),
          options,
          display,
        );
        display.end();
        return answer;
      });
      if (options.json) return context.print(JSON.stringify(synced));
      const { rows_received, rows_inserted, rows_updated, rows_unchanged } = synced;
      context.print(
        `${counted(rows_received, 'row')}: ${whole(rows_inserted)} new, ${whole(rows_updated)} changed, ` +
          `${whole(rows_unchanged)} unchanged.`,
      );
      for (const line of skippedLines(synced)) context.comment(line);
      for (const line of warningLines(synced.warnings)) context.comment(line);
      context.suggest('To route on this stock', 'route ORDERS.csv');
    });
  addChangeCommand(inventory, context);
}
