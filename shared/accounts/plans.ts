import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma, SubscriptionStatus } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type Actor, COMMAND_LINE } from './actor.ts';
import { writeAudit } from './audit.ts';
import { changeAccount } from './change-account.ts';
import { findClient, updateClient } from './clients.ts';
import { clientLimits, planLimits } from './plan-limits.ts';
import type { PlanLimits } from './principal.ts';

/** The limits of a plan, or a client's own. Null: no limit; for a client: the limit of its plan. */
export interface Limits {
  readonly routed_orders_limit?: number | null;
  readonly inventory_rows_limit?: number | null;
}

/** All plans, smallest first. */
export async function listPlans(db: PrismaDatabase): Promise<PlanLimits[]> {
  const plans = await db.prisma.plan.findMany({
    orderBy: [{ inventoryRowsLimit: { sort: 'asc', nulls: 'last' } }, { code: 'asc' }],
  });
  return plans.map(planLimits);
}

/** Changes the limits of a plan, for all its clients. Throws AppError not_found. */
export function editPlan(
  db: PrismaDatabase,
  code: string,
  limits: Limits,
  who: Actor = COMMAND_LINE,
): Promise<PlanLimits> {
  return db.prisma.$transaction(async (tx) => {
    await findPlan(tx, code);
    const present = await tx.plan.findUniqueOrThrow({ where: { code } });
    const plan = await tx.plan.update({
      where: { code },
      data: {
        ...(limits.routed_orders_limit !== undefined && { routedOrdersLimit: limits.routed_orders_limit }),
        ...(limits.inventory_rows_limit !== undefined && { inventoryRowsLimit: limits.inventory_rows_limit }),
      },
    });
    const changes = [{ path: `plans[${code}]`, before: planLimits(present), after: planLimits(plan) }];
    await writeAudit(tx, { client_id: null, who, action: 'plans.change', subject: `plans/${code}`, changes });
    return planLimits(plan);
  });
}

/**
 * Puts a client on a plan; what `change` leaves out stays as it is. Returns the limits of the client
 * now. Throws AppError not_found for an unknown client or plan.
 */
export async function setClientPlan(
  db: PrismaDatabase,
  slug: string,
  code: string,
  change: Limits & { readonly subscription_status?: SubscriptionStatus } = {},
  who: Actor = COMMAND_LINE,
): Promise<PlanLimits & { readonly subscription_status: SubscriptionStatus }> {
  const act = { who, action: 'clients.change', subject: `clients/${slug}` };
  await changeAccount(db, slug, act, async (tx) => {
    await findPlan(tx, code);
    await updateClient(tx, await findClient(tx, slug), { slug, plan: code, ...change });
  });
  const client = await db.prisma.client.findUniqueOrThrow({ where: { slug }, include: { plan: true } });
  return { ...clientLimits(client), subscription_status: client.subscriptionStatus };
}

async function findPlan(tx: Prisma.TransactionClient, code: string): Promise<void> {
  if ((await tx.plan.count({ where: { code } })) === 0) {
    throw new AppError('not_found', `There is no plan ${code}.`);
  }
}
