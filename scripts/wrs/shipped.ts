import type { Command } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import { counted } from '../terminal/numbers.ts';
import { ProgressDisplay } from '../terminal/progress-display.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { type FileOptions, FORMAT_OPTION, fileSource, sendFile } from './send-file.ts';

/** `wrs shipped`: says which orders of a file have left. */
export function addShippedCommand(wrs: Command, context: WrsContext): void {
  wrs
    .command('shipped')
    .description('say that the orders of a file have shipped, each as a whole or not at all')
    .argument('<file>', 'orders as .csv with a header or .json; - for the standard input')
    .addOption(FORMAT_OPTION())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nColumns: order_id, and optionally warehouse_id, sku, quantity, shipped_at.\n' +
        'Without them all that is left of the order has shipped. Up to 5,000 orders.',
    )
    .action(async (path: string, options: JsonOption & FileOptions, command: Command) => {
      const { orders } = await context.withSession(command, async ({ client }) => {
        const display = new ProgressDisplay(context.screen);
        const source = await fileSource(path);
        const url = '/api/v1/orders/batch-shipped';
        const answer = await sendFile<Schemas['BatchShipped']>(client, url, source, options, display);
        display.end();
        return answer;
      });
      const refused = orders.flatMap((order) => ('code' in order ? [order] : []));
      if (options.json) context.print(JSON.stringify({ orders }));
      else {
        const units = orders.reduce((sum, order) => sum + ('code' in order ? 0 : order.shipped_units), 0);
        const taken = orders.length - refused.length;
        context.print(`${counted(taken, 'order')} taken: ${counted(units, 'unit')} have shipped.`);
        for (const { order_id, code, detail } of refused) context.comment(`${order_id}: ${code}: ${detail}`);
      }
      if (refused.length > 0) context.fail();
    });
}
