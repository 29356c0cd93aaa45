import type { PrismaDatabase } from '../db/database.ts';
import type { Client, Plan, Prisma, SubscriptionStatus } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type Actor, COMMAND_LINE } from './actor.ts';
import { writeAudit } from './audit.ts';
import { changeAccount } from './change-account.ts';
import { findClient, updateClient } from './clients.ts';
import type { PlanLimits } from './principal.ts';

/** The limits of a plan, or a client's own. Null: no limit; for a client: the limit of its plan. */
export interface Limits {
  readonly routed_orders_limit?: number | null;
  readonly inventory_rows_limit?: number | null;
}

/** All plans, smallest first. */
export function listPlans(db: PrismaDatabase): Promise<PlanLimits[]> {
  return db.prisma.plan.findMany({
    orderBy: [{ inventory_rows_limit: { sort: 'asc', nulls: 'last' } }, { code: 'asc' }],
  });
}

/** The limits of a client: its own or, without any, those of its plan. */
export function clientLimits(client: Client & { readonly plan: Plan }): PlanLimits {
  const { plan } = client;
  return {
    ...plan,
    routed_orders_limit: client.routed_orders_limit ?? plan.routed_orders_limit,
    inventory_rows_limit: client.inventory_rows_limit ?? plan.inventory_rows_limit,
  };
}

/** Changes the limits of a plan, for all its clients. Throws AppError not_found. */
export function editPlan(
  db: PrismaDatabase,
  code: string,
  limits: Limits,
  who: Actor = COMMAND_LINE,
): Promise<PlanLimits> {
  return db.prisma.$transaction(async (tx) => {
    const before = await findPlan(tx, code);
    const after = await tx.plan.update({ where: { code }, data: limits });
    const changes = [{ path: `plans[${code}]`, before, after }];
    await writeAudit(tx, { client_id: null, who, action: 'plans.change', subject: `plans/${code}`, changes });
    return after;
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
  return { ...clientLimits(client), subscription_status: client.subscription_status };
}

async function findPlan(tx: Prisma.TransactionClient, code: string): Promise<Plan> {
  const plan = await tx.plan.findUnique({ where: { code } });
  if (plan === null) throw new AppError('not_found', `There is no plan ${code}.`);
  return plan;
}
