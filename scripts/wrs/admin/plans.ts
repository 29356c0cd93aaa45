import { type Command, Option } from 'commander';
import { changeAccess } from '../../../shared/account/change-account.ts';
import { updateClient } from '../../../shared/account/clients.ts';
import { clientLimits, editPlan, findPlan, type Limits, listPlans } from '../../../shared/account/plans.ts';
import type { PrismaDatabase } from '../../../shared/db/database.ts';
import { SubscriptionStatus } from '../../../shared/db/generated/enums.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import type { PlanLimits } from '../../../shared/identity/principal.ts';
import type { Look } from '../../terminal/look.ts';
import { whole } from '../../terminal/numbers.ts';
import { tableText } from '../../terminal/table.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { inventoryRows, type LimitOptions, routedOrders, sentLimits } from './options.ts';

export function addPlanCommands(admin: Command, context: WrsContext): void {
  const plan = admin.command('plan').description('plans, and which one a client is on');

  plan
    .command('set')
    .description('put a client on a plan')
    .argument('<slug>', 'client')
    .argument('<plan>', 'code of the plan')
    .addOption(routedOrders())
    .addOption(inventoryRows())
    .addOption(
      new Option('--status <status>', 'subscription status').choices(Object.values(SubscriptionStatus)),
    )
    .addOption(jsonOption())
    .addHelpText('after', "\nA number replaces the plan's for this client; none removes it again.")
    .action(async (slug: string, code: string, options: LimitOptions & { status?: SubscriptionStatus }) => {
      const { status } = options;
      const change = { ...sentLimits(options), ...(status !== undefined && { subscription_status: status }) };
      const present = await context.withDatabase((db) => setClientPlan(db, slug, code, change));
      context.print(options.json ? JSON.stringify(present) : planTable([present], context.look));
      context.comment(`The subscription of ${slug} is ${present.subscription_status}.`);
    });

  plan
    .command('list')
    .description('list all plans')
    .addOption(jsonOption())
    .action(async (options: JsonOption) => {
      const plans = await context.withDatabase(listPlans);
      if (options.json) return context.print(JSON.stringify(plans));
      context.print(planTable(plans, context.look));
      context.suggest('To put a client on one', 'admin plan set CLIENT PLAN');
    });

  plan
    .command('edit')
    .description('change the limits of a plan, for all of its clients')
    .argument('<plan>', 'code of the plan')
    .addOption(routedOrders())
    .addOption(inventoryRows())
    .addOption(jsonOption())
    .addHelpText('after', '\nnone means no limit.')
    .action(async (code: string, options: LimitOptions) => {
      const edited = await context.withDatabase((db) => editPlan(db, code, sentLimits(options)));
      if (options.json) return context.print(JSON.stringify(edited));
      context.print(planTable([edited], context.look));
      context.suggest('All plans', 'admin plan list');
    });
}

/**
 * Puts a client on a plan; what `change` leaves out stays as it is. Returns the limits of the client
 * now. Throws AppError not_found for an unknown client or plan.
 */
async function setClientPlan(
  db: PrismaDatabase,
  slug: string,
  code: string,
  change: Limits & { readonly subscription_status?: SubscriptionStatus },
): Promise<PlanLimits & { readonly subscription_status: SubscriptionStatus }> {
  const act = { who: COMMAND_LINE, action: 'clients.change', subject: `clients/${slug}` };
  await changeAccess(db, slug, act, async (tx, client) => {
    await findPlan(tx, code);
    await updateClient(tx, client, { slug, plan: code, ...change });
  });
  const client = await db.prisma.client.findUniqueOrThrow({ where: { slug }, include: { plan: true } });
  return { ...clientLimits(client), subscription_status: client.subscription_status };
}

function planTable(plans: readonly PlanLimits[], { columns }: Look): string {
  const period = (plan: PlanLimits) => (plan.routed_orders_period === 'total' ? 'in total' : 'a month');
  const limit = (of: number | null, per = '') => (of === null ? 'no limit' : `${whole(of)}${per}`);
  return tableText<PlanLimits>(
    [
      ['PLAN', ({ code }) => code],
      ['ROUTED ORDERS', (plan) => limit(plan.routed_orders_limit, ` ${period(plan)}`), 'right'],
      ['INVENTORY ROWS AN UPLOAD', (plan) => limit(plan.inventory_rows_limit), 'right'],
    ],
    plans,
    columns,
  );
}
