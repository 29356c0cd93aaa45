import { type Command, Option } from 'commander';
import { dataOf } from '../../../shared/client/client.ts';
import { orderStatus } from '../../../shared/contracts/a/schema.ts';
import { UNFULFILLED_REASONS, UNROUTABLE_CODES } from '../../../shared/engine/reason-codes.ts';
import type { OrderStatus } from '../../../shared/engine/types.ts';
import { ProgressDisplay } from '../../terminal/progress-display.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { followOption, followToEnd } from './follow.ts';
import { printRun } from './show.ts';

interface RerouteOptions extends JsonOption {
  readonly status?: OrderStatus[];
  readonly reason?: (typeof UNROUTABLE_CODES)[number][];
  readonly unfulfilled?: (typeof UNFULFILLED_REASONS)[number][];
  readonly run?: number;
  readonly from?: string;
  readonly to?: string;
  readonly short?: true;
  readonly follow?: true;
}

const NONE_MATCHES = 'No order matches: nothing was routed again.';

/** `wrs runs reroute`: routes stored orders again, as a run. */
export function addRerouteCommand(runs: Command, context: WrsContext): void {
  runs
    .command('reroute')
    .description('route all stored orders again whose latest decision matches')
    .addOption(new Option('--status <status...>', 'statuses; left out: NONE').choices(orderStatus.options))
    .addOption(new Option('--reason <code...>', 'why they are NONE').choices(UNROUTABLE_CODES))
    .addOption(new Option('--unfulfilled <reason...>', 'why units are missing').choices(UNFULFILLED_REASONS))
    .option('--run <run>', 'orders decided in this run', positive)
    .option('--from <date>', 'decided in runs that began on or after this date or timestamp')
    .option('--to <date>', 'decided in runs that began on or before this date, or before this timestamp')
    .option('--short', 'orders that lack units because less was counted than is reserved; alone')
    .addOption(followOption())
    .addOption(jsonOption())
    .action((options: RerouteOptions, command: Command) =>
      context.withSession(command, async (session) => {
        const { status, reason, unfulfilled, run, from, to, short } = options;
        const body = {
          ...(short && { short }),
          ...(status && { statuses: status }),
          ...(reason && { unroutable_reason_codes: reason }),
          ...(unfulfilled && { unfulfilled_reasons: unfulfilled }),
          ...(run !== undefined && { routing_run_id: run }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        };
        const accepted = await dataOf(session.client.api.POST('/api/v1/runs/reroute', { body }));
        const display = new ProgressDisplay(context.screen);
        display.writeLine(`Run ${accepted.routing_run_id} was accepted.`);
        // Nobody would work on it after a service of this command alone.
        const waits = options.follow === true || session.own;
        const shown = waits ? await followToEnd(accepted, session, context) : accepted;
        await printRun(shown, options, session.client, context);
        if (shown.status === 'completed' && shown.orders_considered === 0) context.comment(NONE_MATCHES);
      }),
    );
}
