import type { Command } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import { counted } from '../terminal/numbers.ts';
import { ProgressDisplay } from '../terminal/progress-display.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { type FileOptions, FORMAT_OPTION, fileSource, sendFile } from './send-file.ts';

/** What was taken of orders that have shipped, in a line, and a line for each that was refused. */
export function shippedText({ orders }: Schemas['BatchShipped']) {
  const refused = orders.flatMap((order) => ('code' in order ? [order] : []));
  const units = orders.reduce((sum, order) => sum + ('code' in order ? 0 : order.shipped_units), 0);
  return {
    text: `${counted(orders.length - refused.length, 'order')} taken: ${counted(units, 'unit')} have shipped`,
    refused: refused.map(({ order_id, code, detail }) => `${order_id}: ${code}: ${detail}`),
  };
}

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
      const { text, refused } = shippedText({ orders });
      if (options.json) context.print(JSON.stringify({ orders }));
      else {
        context.print(`${text}.`);
        for (const line of refused) context.comment(line);
      }
      if (refused.length > 0) context.fail();
    });
}
