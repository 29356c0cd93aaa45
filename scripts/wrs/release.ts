import type { Command } from 'commander';
import { dataOf } from '../../shared/client/client.ts';
import { counted } from '../terminal/numbers.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';

interface ReleaseOptions extends JsonOption {
  readonly dryRun: boolean;
  readonly left: boolean;
}

/** `wrs release`: releases the units that an order has reserved. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument('<order>', 'order ID')
    .option('--dry-run', 'show what would be released without releasing it', false)
    .option('--left', 'its shipments have left: they keep their places in the capacity of the day', false)
    .addOption(jsonOption())
    .action((order_id: string, options: ReleaseOptions, command: Command) =>
      context.withSession(command, async ({ client }) => {
        const query = options.dryRun ? { dry_run: 'true' as const } : {};
        const params = { path: { order_id }, query };
        const answer = await dataOf(
          client.api.POST('/api/v1/orders/{order_id}/release', {
            params,
            body: options.left ? { left: true } : {},
          }),
        );
        if (options.json) return context.print(JSON.stringify(answer));
        const { released_units, released } = answer;
        const does = options.dryRun ? 'would release' : 'released';
        context.print(`${order_id} ${does} ${counted(released_units, 'unit')}.`);
        if (!('dry_run' in answer) && answer.routing_decision_id === null) {
          context.print('It waited in a run, which leaves it out.');
          return;
        }
        for (const { sku, warehouse_id, quantity } of released) {
          context.print(`  ${warehouse_id}: ${counted(quantity, 'unit')} of ${sku}`);
        }
        context.suggest('Its latest decision', 'why', order_id);
      }),
    );
}
