import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import { type AccountFileInput, parseAccountFile } from './account-file.ts';
import type { Actor } from './actor.ts';
import { applyIn } from './apply-account.ts';
import { changeAccount } from './change-account.ts';

/** An operator's change of a client: its plan, limits, subscription, contract variant. */
export interface ClientChange {
  readonly who: Actor;
  readonly client: AccountFileInput['client'];
}

/** Makes a client. Throws AppError already_exists, validation_failed with paths in the client. */
export async function addClient(db: PrismaDatabase, { who, client }: ClientChange): Promise<void> {
  const act = { who, action: 'clients.create', subject: `clients/${client.slug}` };
  await changeAccount(db, client.slug, act, (tx, present) => {
    if (present !== null)
      throw new AppError('already_exists', `A client with the slug ${client.slug} already exists.`);
    return ofClient(() => applyIn(tx, null, parseAccountFile({ client }), null));
  });
}

/** Changes a client. Throws AppError validation_failed with paths in the client. */
export async function changeClient(db: PrismaDatabase, { who, client }: ClientChange): Promise<void> {
  const act = { who, action: 'clients.change', subject: `clients/${client.slug}` };
  await changeAccount(db, client.slug, act, (tx, present) =>
    ofClient(() => applyIn(tx, present, parseAccountFile({ client }), null)),
  );
}

/** Runs `work`, and turns faults of an account file into faults of its client. */
async function ofClient<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.faults === undefined) throw error;
    throw validationFailed(
      error.faults.map(({ path, message }) => ({ path: path.replace(/^client\./, ''), message })),
    );
  }
}
