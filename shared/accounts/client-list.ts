import type { Database } from '../db/database.ts';
import type { Client, Plan, Prisma } from '../db/generated/client.ts';
import { AppError } from '../errors/app-error.ts';
import { usageOf } from './usage.ts';

/** A client as operators see it. */
export interface ClientView {
  readonly client_id: number;
  readonly slug: string;
  readonly name: string;
  readonly contract_variant: Client['contractVariant'];
  readonly plan: string;
  readonly subscription_status: Client['subscriptionStatus'];
  readonly active: boolean;
  readonly routed_orders_limit: number | null;
  readonly inventory_rows_limit: number | null;
  readonly routed_orders_used: number;
  readonly created_at: string;
}

type Db = Pick<Database, 'prisma' | 'pool'>;

/** Clients by slug, from after `after` on. */
export async function listClients(
  db: Db,
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
export async function showClient(db: Db, slug: string, day: Date): Promise<ClientView> {
  const row = await db.prisma.client.findUnique({ where: { slug }, include: { plan: true } });
  if (row === null) throw new AppError('not_found', `There is no client ${slug}.`);
  return viewOf(db, row, day);
}

async function viewOf(db: Db, client: Client & { plan: Plan }, day: Date): Promise<ClientView> {
  const { plan } = client;
  const limits = {
    code: plan.code,
    routed_orders_limit: client.routedOrdersLimit ?? plan.routedOrdersLimit,
    routed_orders_period: plan.routedOrdersPeriod,
    inventory_rows_limit: client.inventoryRowsLimit ?? plan.inventoryRowsLimit,
  };
  const usage = await usageOf(db.pool, { client_id: client.id, plan: limits }, day);
  return {
    client_id: client.id,
    slug: client.slug,
    name: client.name,
    contract_variant: client.contractVariant,
    plan: client.planCode,
    subscription_status: client.subscriptionStatus,
    active: client.active,
    routed_orders_limit: client.routedOrdersLimit,
    inventory_rows_limit: client.inventoryRowsLimit,
    routed_orders_used: usage.routed_orders_used,
    created_at: client.createdAt.toISOString(),
  };
}
