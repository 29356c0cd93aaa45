import { type Command, Option } from 'commander';
import type { RoutingClient, Schemas } from '../../shared/client/client.ts';
import { counted } from '../terminal/numbers.ts';
import { ProgressDisplay } from '../terminal/progress-display.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { type FileOptions, type FileSource, FORMAT_OPTION, fileSource } from './send-file.ts';
import { SHIPPED_PARTS, sendParts } from './send-parts.ts';
import { warningLines } from './warnings.ts';

interface ShippedOptions extends JsonOption, FileOptions {
  readonly onInvalid?: 'reject' | 'skip';
}

/** Sends a file of orders that have shipped, of any length. */
export async function sendShippedFile(
  client: RoutingClient,
  source: FileSource,
  options: FileOptions & { readonly query?: string },
  display: ProgressDisplay,
) {
  const sent = await sendParts<Schemas['BatchShipped']>(client, SHIPPED_PARTS, source, options, display);
  return { ...sent, orders: sent.answers.flatMap(({ orders }) => orders) };
}

/** What was taken of orders that have shipped, in a line, and a line for each that was refused. */
export function shippedText({
  orders,
  isReplay,
}: Pick<Schemas['BatchShipped'], 'orders'> & { isReplay: boolean }) {
  const refused = orders.flatMap((order) => ('code' in order ? [order] : []));
  const units = orders.reduce((sum, order) => sum + ('code' in order ? 0 : order.shipped_units), 0);
  const again = isReplay ? ' when the same was sent before' : '';
  return {
    text: `${counted(orders.length - refused.length, 'order')} taken${again}: ${counted(units, 'unit')} have shipped`,
    refused: refused.map(({ order_id, code, detail }) => `${order_id}: ${code}: ${detail}`),
  };
}

/** `wrs shipped`: says which orders of a file have left. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument('<file>', 'orders as .csv with a header or .json; - for the standard input')
    .addOption(FORMAT_OPTION())
    .addOption(jsonOption())
    .addOption(new Option('--on-invalid <what>', 'what to do with faulty orders').choices(['reject', 'skip']))
    .addHelpText(
      'after',
      '\nColumns: order_id, and optionally warehouse_id, sku, quantity, shipped_at.\n' +
        'Without them all that is left of the order has shipped. A file of any length is\n' +
        'sent in parts that end between orders. Sent again within a day, it has the same\neffect once.',
    )
    .action(async (path: string, options: ShippedOptions, command: Command) => {
      const query = options.onInvalid ? `?on_invalid=${options.onInvalid}` : '';
      const sent = await context.withSession(command, async ({ client }) => {
        const display = new ProgressDisplay(context.screen);
        const answer = await sendShippedFile(client, await fileSource(path), { ...options, query }, display);
        display.end();
        return answer;
      });
      const { orders } = sent;
      const { text, refused } = shippedText(sent);
      for (const line of warningLines(sent.warnings)) context.comment(line);
      if (options.json) context.print(JSON.stringify({ orders }));
      else {
        context.print(`${text}.`);
        for (const line of refused) context.comment(line);
      }
      if (refused.length > 0) context.fail();
    });
}
