import { z } from 'zod';
import type { clientsPage, clientsQuery, clientView } from '../contracts/account/operators.ts';
import { decodeCursor, pageOf } from '../contracts/cursor.ts';
import type { Database, PrismaDatabase } from '../db/database.ts';
import type { Client, Plan, Prisma } from '../db/generated/client.ts';
import { inLockedPrisma } from '../db/transaction.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type Actor, COMMAND_LINE } from '../identity/actor.ts';
import { writeAudit } from '../identity/audit.ts';
import type { PlanLimits } from '../identity/principal.ts';
import { clientFields, noClient } from './clients.ts';
import { usageOf } from './usage.ts';

// Plans and the clients that have them, as operators see and change them.

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
  return inLockedPrisma(db, { lock: `plan ${code}`, owner: 'plans' }, async (tx) => {
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

/** A client as operators see it. */
type ClientView = z.output<typeof clientView>;

/** A page of the clients, by slug. Throws AppError validation_failed for a bad cursor. */
export async function listClients(
  db: Pick<Database, 'prisma' | 'pool'>,
  { q, cursor, limit }: z.output<typeof clientsQuery>,
  day: Date,
): Promise<z.output<typeof clientsPage>> {
  const contains = { contains: q ?? '', mode: 'insensitive' } as const;
  const where: Prisma.ClientWhereInput = {
    ...(cursor !== undefined && { slug: { gt: decodeCursor(z.string(), cursor) } }),
    ...(q !== undefined && { OR: [{ slug: contains }, { name: contains }] }),
  };
  const rows = await db.prisma.client.findMany({
    where,
    orderBy: { slug: 'asc' },
    take: limit + 1,
    include: { plan: true },
  });
  const { page, next_cursor } = pageOf(rows, limit, ({ slug }) => slug);
  return { clients: await Promise.all(page.map((row) => viewOf(db, row, day))), next_cursor };
}

/** One client. Throws AppError not_found. */
export async function showClient(
  db: Pick<Database, 'prisma' | 'pool'>,
  slug: string,
  day: Date,
): Promise<ClientView> {
  const row = await db.prisma.client.findUnique({ where: { slug }, include: { plan: true } });
  if (row === null) throw noClient(slug);
  return viewOf(db, row, day);
}

async function viewOf(
  db: Pick<Database, 'prisma' | 'pool'>,
  client: Client & { plan: Plan },
  day: Date,
): Promise<ClientView> {
  const { used } = await usageOf(db.pool, { client_id: client.id, plan: clientLimits(client) }, day);
  return {
    client_id: client.id,
    ...clientFields(client),
    routed_orders_used: used,
    created_at: client.created_at.toISOString(),
  };
}
