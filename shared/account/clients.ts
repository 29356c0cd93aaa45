import type { Client, Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountFile } from './account-file.ts';

/** Finds a client by its slug. Throws AppError not_found. */
export async function findClient(tx: Prisma.TransactionClient, slug: string): Promise<Client> {
  const client = await tx.client.findUnique({ where: { slug } });
  if (client === null) throw noClient(slug);
  return client;
}

/** The refusal of a slug that no client has. */
export function noClient(slug: string): AppError {
  return new AppError('not_found', `There is no client ${slug}.`);
}

/** Creates a client with its two ledgers. Fields that the file leaves out have their defaults. */
export function createClient(tx: Prisma.TransactionClient, file: AccountFile['client']): Promise<Client> {
  return tx.client.create({
    data: {
      ...columnsOf(file),
      name: file.name ?? file.slug,
      ledgers: { create: [{ environment: 'test' }, { environment: 'live' }] },
    },
  });
}

/** Writes the fields of a client that the file changes. */
export async function updateClient(
  tx: Prisma.TransactionClient,
  present: Client,
  file: AccountFile['client'],
): Promise<void> {
  const changed = Object.entries(columnsOf(file)).filter(
    ([column, value]) => present[column as keyof Client] !== value,
  );
  if (changed.length > 0) {
    await tx.client.update({ where: { id: present.id }, data: Object.fromEntries(changed) });
  }
}

/** The fields of a client that operators set, with the names of the account file and the list of clients. */
export function clientFields(client: Client) {
  return {
    slug: client.slug,
    name: client.name,
    contract_variant: client.contract_variant,
    plan: client.plan_code,
    subscription_status: client.subscription_status,
    active: client.active,
    routed_orders_limit: client.routed_orders_limit,
    inventory_rows_limit: client.inventory_rows_limit,
  };
}

/** The columns of the fields that a file has. */
function columnsOf({ plan, ...fields }: AccountFile['client']) {
  return { ...fields, ...(plan !== undefined && { plan_code: plan }) };
}
