import type { Client, Prisma } from '../db/generated/client.ts';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountFile } from './account-file.ts';

/** Finds a client by its slug. Throws AppError not_found. */
export async function findClient(tx: Prisma.TransactionClient, slug: string): Promise<Client> {
  const client = await tx.client.findUnique({ where: { slug } });
  if (client === null) {
    throw new AppError('not_found', `There is no client ${slug}.`);
  }
  return client;
}

/** Creates a client with its two ledgers and the default settings. Fields that the file leaves out have their defaults. */
export function createClient(tx: Prisma.TransactionClient, file: AccountFile['client']): Promise<Client> {
  return tx.client.create({
    data: {
      slug: file.slug,
      name: file.slug,
      ...columnsOf(file),
      ledgers: { create: [{ environment: 'test' }, { environment: 'live' }] },
      settings: {
        create: {
          settings: DEFAULT_SETTINGS as unknown as Prisma.InputJsonObject,
          transit: { provider: 'zone' },
        },
      },
    },
  });
}

/** Writes the fields of a client that the file changes. Returns what changed. */
export async function updateClient(
  tx: Prisma.TransactionClient,
  present: Client,
  file: AccountFile['client'],
): Promise<string[]> {
  const columns = columnsOf(file);
  const changed = Object.entries(columns).filter(
    ([column, value]) => present[column as keyof typeof columns] !== value,
  );
  if (changed.length > 0) {
    await tx.client.update({ where: { id: present.id }, data: Object.fromEntries(changed) });
  }
  return changed.map(([column, value]) => `client: ${column} is now ${value ?? "the plan's"}`);
}

function columnsOf(file: AccountFile['client']) {
  const columns = {
    name: file.name,
    contractVariant: file.contract_variant,
    planCode: file.plan,
    subscriptionStatus: file.subscription_status,
    active: file.active,
    routedOrdersLimit: file.routed_orders_limit,
    inventoryRowsLimit: file.inventory_rows_limit,
  };
  type Columns = { [K in keyof typeof columns]?: Exclude<(typeof columns)[K], undefined> };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Columns;
}
