import type { z } from 'zod';
import type { clientView } from '../contracts/account/operators.ts';
import type { Database } from '../db/database.ts';
import type { Client, Plan, Prisma } from '../db/generated/client.ts';
import { clientFields, noClient } from './clients.ts';
import { clientLimits } from './plans.ts';
import { usageOf } from './usage.ts';

/** A client as operators see it. */
type ClientView = z.output<typeof clientView>;

/** Clients by slug, those after `after`. */
export async function listClients(
  db: Pick<Database, 'prisma' | 'pool'>,
  {
    q,
    after,
    limit,
  }: { readonly q?: string | undefined; readonly after: string | null; readonly limit: number },
  day: Date,
): Promise<ClientView[]> {
  const contains = { contains: q ?? '', mode: 'insensitive' } as const;
  const where: Prisma.ClientWhereInput = {
    ...(after !== null && { slug: { gt: after } }),
    ...(q !== undefined && { OR: [{ slug: contains }, { name: contains }] }),
  };
  const rows = await db.prisma.client.findMany({
    where,
    orderBy: { slug: 'asc' },
    take: limit,
    include: { plan: true },
  });
  return Promise.all(rows.map((row) => viewOf(db, row, day)));
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
