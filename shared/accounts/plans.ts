import type { PrismaDatabase } from '../db/database.ts';
import type { Client, Plan, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type Actor, COMMAND_LINE } from './actor.ts';
import { writeAudit } from './audit.ts';
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

/** Finds a plan. Throws AppError not_found. */
export async function findPlan(tx: Prisma.TransactionClient, code: string): Promise<Plan> {
  const plan = await tx.plan.findUnique({ where: { code } });
  if (plan === null) throw new AppError('not_found', `There is no plan ${code}.`);
  return plan;
}
