import type { Command } from 'commander';
import { dataOf } from '../../shared/client/client.ts';
import { counted } from '../terminal/numbers.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';

/** `wrs confirm`: keeps an order that is held. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument('<order>', 'order ID')
    .addOption(jsonOption())
    .action((order_id: string, options: JsonOption, command: Command) =>
      context.withSession(command, async ({ client }) => {
        const params = { path: { order_id } };
        const answer = await dataOf(
          client.api.POST('/api/v1/orders/{order_id}/confirm', { params, body: {} }),
        );
        if (options.json) return context.print(JSON.stringify(answer));
        context.print(`${order_id} is confirmed: it has ${counted(answer.reserved_units, 'unit')} reserved.`);
      }),
    );
}
