import type { PrismaDatabase } from '../db/database.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import type { AccountFileInput } from './account-file.ts';
import type { Actor } from './actor.ts';
import { applyPart, withoutPrefix } from './apply-account.ts';
import { changeAccount } from './change-account.ts';

/** An operator's change of a client: its plan, limits, subscription, contract variant. */
interface ClientChange {
  readonly who: Actor;
  readonly client: AccountFileInput['client'];
}

const ofClient = (fault: Fault) => withoutPrefix('client.', fault);

/** Makes a client. Throws AppError already_exists, validation_failed with paths in the client. */
export async function addClient(db: PrismaDatabase, { who, client }: ClientChange): Promise<void> {
  const act = { who, action: 'clients.create', subject: `clients/${client.slug}` };
  const refuse = () => {
    throw new AppError('already_exists', `A client with the slug ${client.slug} already exists.`);
  };
  await changeAccount(db, client.slug, act, refuse, (tx, next) =>
    applyPart(tx, null, next, { client }, ofClient),
  );
}

/** Changes a client. Throws AppError not_found, validation_failed with paths in the client. */
export async function changeClient(db: PrismaDatabase, { who, client }: ClientChange): Promise<void> {
  const act = { who, action: 'clients.change', subject: `clients/${client.slug}` };
  await changeAccount(db, client.slug, act, (tx, present, _, next) =>
    applyPart(tx, present, next, { client }, ofClient),
  );
}
