import type { Command } from 'commander';
import { importPrices } from '../../../shared/account/import-tables.ts';
import { counted } from '../../terminal/numbers.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { readText } from '../read-file.ts';

interface ImportOptions extends JsonOption {
  readonly client: string;
  readonly currency?: string;
}

/** `wrs admin rates …`. Faults of a table are thrown as AppError validation_failed. */
export function addRatesCommands(admin: Command, context: WrsContext): void {
  const rates = admin.command('rates').description('what shipments of clients cost');
  rates
    .command('import')
    .description('import the prices of a client, by warehouse, zone and weight')
    .argument('<file>', 'CSV: warehouse_id,zone,max_weight,price; - for the standard input')
    .requiredOption('--client <slug>', 'client')
    .option('--currency <code>', 'currency of the prices (default: the present one, or USD)')
    .addOption(jsonOption())
    .addHelpText('after', '\nThe prices of warehouses that are not in the table stay as they are.')
    .action(async (path: string, { client, currency, json }: ImportOptions) => {
      const text = await readText(path, context);
      const imported = await context.withDatabase((db) =>
        importPrices(db, client, { text, currency: currency ?? null }),
      );
      if (json) return context.print(JSON.stringify(imported));
      const { rate_table_id, warehouses, unpriced, changed } = imported;
      context.print(
        `${client}: price table ${rate_table_id} in ${imported.currency}${changed ? '' : ', nothing changed'}`,
      );
      for (const { warehouse_id, prices } of warehouses) {
        context.print(
          `  ${warehouse_id === '*' ? 'every warehouse' : warehouse_id}: ${counted(prices, 'price')}`,
        );
      }
      for (const { warehouse_id, zones } of unpriced) {
        context.comment(
          `${warehouse_id} has no price for zone ${zones.join(', ')}: shipments there have no cost.`,
        );
      }
      context.suggest('The account with its prices', `admin export ${client} --prices prices.csv`);
    });
}
