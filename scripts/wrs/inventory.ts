import type { Command } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import type { WrsContext } from './command.ts';
import { Display } from './display.ts';
import { type Json, json } from './options.ts';
import { type FileOptions, FORMAT_OPTION, sendFile } from './send-file.ts';

interface PushOptions extends Json, FileOptions {
  readonly sourceName?: string;
}

/** `wrs inventory push`. */
export function addInventoryCommands(wrs: Command, context: WrsContext): void {
  wrs
    .command('inventory')
    .description('the stock that decisions are made on')
    .command('push')
    .description("sync an inventory snapshot from a file of up to the plan's rows, all or none of it")
    .argument(
      '<file>',
      'rows as .csv with a header, .ndjson, .jsonl or .json, also .gz; - for the standard input',
    )
    .addOption(FORMAT_OPTION())
    .option('--gzip', 'pack it on the way')
    .option('--source-name <name>', 'name of the sending system')
    .addOption(json())
    .addHelpText(
      'after',
      '\nColumns: sku, warehouse_id, quantity_available, and if wanted unit_value, sku_description.\n' +
        'A sync ends all active reservations.',
    )
    .action(async (path: string, options: PushOptions, command: Command) => {
      const synced = await context.withSession(command, async ({ client }) => {
        const display = new Display(context.screen);
        const query = options.sourceName === undefined ? {} : { source_name: options.sourceName };
        const answer = await sendFile<Schemas['InventorySyncResult']>(
          client,
          `/api/v1/inventory/uploads?${new URLSearchParams(query)}`,
          path,
          options,
          display,
        );
        display.end();
        return answer;
      });
      context.out.write(
        options.json
          ? `${JSON.stringify(synced)}\n`
          : `${synced.rows_received} rows: ${synced.rows_inserted} new, ${synced.rows_updated} changed, ` +
              `${synced.rows_unchanged} as they were.\n`,
      );
    });
}
