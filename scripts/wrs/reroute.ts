import type { Command } from 'commander';
import { dataOf } from '../../shared/client/client.ts';
import { decisionText } from '../terminal/decision-text.ts';
import { isPriced, type OrderResult } from '../terminal/order-result.ts';
import type { WrsContext } from './context.ts';
import { UsageError } from './failures.ts';
import { type JsonOption, jsonOption, option } from './options.ts';
import { explanationText, whyLook } from './why-text.ts';
import { withCurrency } from './with-currency.ts';

interface RerouteOptions extends JsonOption {
  readonly exclude?: string[];
  readonly only?: string[];
  readonly note?: string;
  readonly unlessWorse: boolean;
  readonly dryRun: boolean;
  readonly explain: boolean;
}

/** `wrs reroute`: routes a stored order again. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument('<order>', 'order ID')
    .option('--exclude <warehouse...>', 'warehouse IDs that may not ship it')
    .option('--only <warehouse...>', 'the only warehouse IDs that may ship it')
    .option('--note <text>', 'why, for the history and the reports')
    .option('--unless-worse', 'change nothing if fewer units would ship, or in more shipments', false)
    .option('--dry-run', 'decide on current stock without saving anything', false)
    .option('--explain', 'with --dry-run: show why it would be decided so', false)
    .addOption(jsonOption())
    .action(async (order_id: string, options: RerouteOptions, command: Command) => {
      if (options.explain && !options.dryRun) throw new UsageError('--explain needs --dry-run');
      const { exclude, only, note, unlessWorse, dryRun, explain } = options;
      const query = {
        ...(dryRun && { dry_run: 'true' as const }),
        ...(explain && { explain: 'true' as const }),
      };
      const params = { path: { order_id }, query };
      const body = {
        ...(exclude && { exclude_warehouse_ids: exclude }),
        ...(only && { only_warehouse_ids: only }),
        ...(note !== undefined && { note }),
        ...(unlessWorse && { unless_worse: true }),
      };
      await context.withSession(command, async ({ client }) => {
        const answer = await dataOf<OrderResult | { readonly results: readonly OrderResult[] }>(
          client.api.POST('/api/v1/orders/{order_id}/reroute', { params, body }),
        );
        if (options.json) return context.print(JSON.stringify(answer));
        const result = 'results' in answer ? answer.results[0]! : answer;
        const shown = await withCurrency(context, client, isPriced(result));
        context.print(decisionText(result, shown.look));
        if (result.why) context.print(`\n${explanationText(result.why, whyLook(shown))}`);
        if (!dryRun) return context.suggest('Why', 'why', order_id);
        const applied = [
          ...option('--exclude', exclude),
          ...option('--only', only),
          ...option('--note', note),
          ...(unlessWorse ? ['--unless-worse'] : []),
        ];
        context.suggest('To apply it', 'reroute', order_id, ...applied);
      });
    });
}
