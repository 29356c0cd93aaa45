import type { z } from 'zod';
import type { newToken, newUser, userPatch } from '../contracts/account/access.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { KeyKind, Prisma } from '../db/generated/client.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import type { Sealing } from '../foundation/sealing.ts';
import type { AccountEditor, Actor } from '../identity/actor.ts';
import { createKey, type KeyName, type ListedKey, revokeKey, revokeKeys, rollKey } from '../identity/keys.ts';
import { findLink, linkTo, makeLink, takeLink, withdrawInvitations } from '../identity/links.ts';
import { proveEmail } from '../identity/second-factor.ts';
import {
  hashForUser,
  type MemberEntry,
  removeMember,
  saveMember,
  type UserChange,
} from '../identity/users.ts';
import type { AccountFileInput } from './account-file.ts';
import { applyPart, withoutPrefix } from './apply-account.ts';
import { type AccountAct, changeAccess, changeAccount, changeOrMake } from './change-account.ts';
import { rotateSecret } from './webhook-endpoints.ts';

/** An operator's change of a client: its plan, limits, subscription, contract variant. */
interface ClientChange {
  readonly who: Actor;
  readonly client: AccountFileInput['client'];
}

const ofClient = (fault: Fault) => withoutPrefix('client.', fault);

/** Makes a client. Throws AppError already_exists, validation_failed with paths in the client. */
export async function addClient(db: PrismaDatabase, { who, client }: ClientChange): Promise<void> {
  const act = { who, action: 'clients.create', subject: `clients/${client.slug}` };
  await changeOrMake(db, client.slug, act, async (tx, before) => {
    if (before !== null)
      throw new AppError('already_exists', `A client with the slug ${client.slug} already exists.`);
    return applyPart(tx, before, { client }, ofClient);
  });
}

/** Changes a client. Throws AppError not_found, validation_failed with paths in the client. */
export async function changeClient(db: PrismaDatabase, { who, client }: ClientChange): Promise<void> {
  const act = { who, action: 'clients.change', subject: `clients/${client.slug}` };
  await changeAccount(db, client.slug, act, (tx, before) => applyPart(tx, before, { client }, ofClient));
}

/**
 * Invites somebody to an account. Returns the link, which is shown this once. The answer is the same whether they have another
 * account. Throws AppError already_exists for a member of this one, no_public_url.
 */
export async function inviteClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  entry: z.output<typeof newUser>,
  { public_url, mailed }: { readonly public_url: string | null; readonly mailed: boolean },
): Promise<string> {
  const act = { who, action: 'users.invite', subject: `users/${entry.email}` };
  return changeAccess(db, slug, act, async (tx, client) => {
    const member = { client_id: client.id, user: { email: entry.email } };
    if ((await tx.membership.count({ where: member })) > 0)
      throw new AppError('already_exists', `${entry.email} is already a user.`);
    const of = { kind: 'invitation', client_id: client.id, created_by: who.person ?? null } as const;
    const token = await makeLink(tx, { ...of, ...entry, mailed });
    return linkTo(public_url, 'invitation', token);
  });
}

/** Changes a member's role. Throws AppError not_found, last_owner. */
export async function changeClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  email: string,
  { role }: z.output<typeof userPatch>,
): Promise<void> {
  const act = { who, action: 'users.change', subject: `users/${email}` };
  await changeAccess(db, slug, act, async (tx, client) => {
    const present = await tx.membership.findFirst({ where: { client_id: client.id, user: { email } } });
    if (present === null) throw new AppError('not_found', `There is no user ${email}.`);
    await saveMember(tx, client.id, { email, role: role ?? present.role });
  });
}

/**
 * Adds a person to an account, or changes their role or password: for the command line, which may. Throws AppError not_found,
 * validation_failed, last_owner.
 */
export async function saveClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  { password, ...entry }: Omit<MemberEntry, 'password_hash'> & { readonly password?: string },
): Promise<UserChange> {
  const act = { who, action: 'users.change', subject: `users/${entry.email}` };
  const password_hash = password === undefined ? null : await hashForUser(db, entry.email, password);
  return changeAccess(db, slug, act, async (tx, { id }) => {
    await withdrawInvitations(tx, { client_id: id, email: entry.email });
    return saveMember(tx, id, { ...entry, ...(password_hash !== null && { password_hash }) });
  });
}

/**
 * Makes the person of an invitation a member. With `password_hash`, they are new to the service; without it, they have
 * shown that the e-mail address is theirs. `address` is their IP address. Throws AppError link_ended, forbidden for an operator, unavailable if the person came or went
 * meanwhile, account_limit.
 */
export async function acceptInvitation(
  db: PrismaDatabase,
  token: string,
  password_hash: string | null,
  address: string,
): Promise<void> {
  const { email, client, role } = await findLink(db, 'invitation', token);
  const who = { kind: 'user', name: email, address } as const;
  const act = { who, action: 'users.accept', subject: `users/${email}` };
  await changeAccess(db, client.slug, act, async (tx) => {
    const { mailed } = await takeLink(tx, 'invitation', token);
    const person = await tx.user.findUnique({ where: { email } });
    if (person?.is_operator)
      throw new AppError('forbidden', 'An operator of the service is a member of no account.');
    if ((person === null) !== (password_hash !== null))
      throw new AppError('unavailable', 'The person was changed meanwhile. Try again.');
    await saveMember(tx, client.id, { email, role, ...(password_hash !== null && { password_hash }) });
    // A known person may have a second factor from before the address was proved.
    if (mailed && person === null)
      await proveEmail(tx, (await tx.user.findUniqueOrThrow({ where: { email } })).id);
  });
}

/** Makes a function that does `work` as a change of an account. `actOf` is its action and subject in the audit log. */
function change<Wanted, T>(
  actOf: (wanted: Wanted) => Pick<AccountAct, 'action' | 'subject'>,
  work: (
    tx: Prisma.TransactionClient,
    client_id: number,
    wanted: Wanted,
    by: { readonly person: string | null; readonly secrets: Sealing },
  ) => Promise<T>,
) {
  return (db: PrismaDatabase, { slug, who }: AccountEditor, wanted: Wanted): Promise<T> =>
    changeAccess(db, slug, { who, ...actOf(wanted) }, (tx, client) =>
      work(tx, client.id, wanted, { person: who.person ?? null, secrets: db.secrets }),
    );
}

/** A change of a key or token of a kind, as the audit log names it. */
function keyAct(kind: KeyKind, done: string, key: string | number) {
  return kind === 'api_key'
    ? { action: `api_keys.${done}`, subject: `api-keys/${key}` }
    : { action: `tokens.${done}`, subject: `tokens/${key}` };
}

/** A key or token that is wanted. */
type NewKey =
  | ({ readonly kind: 'api_key' } & ListedKey)
  | ({ readonly kind: 'account_token' } & z.output<typeof newToken>);

/** Makes a key or token. Throws what `createKey` throws; the two changes after it throw what theirs do. */
export const addClientKey = change(
  (wanted: NewKey) =>
    keyAct(wanted.kind, 'create', 'role' in wanted ? wanted.name : `${wanted.environment} ${wanted.name}`),
  (tx, client_id, { kind, ...wanted }, { person }) => createKey(tx, client_id, kind, wanted, person),
);

/** Gives a key or token a new secret. The one before works for `overlap_hours` more. */
export const rollClientKey = change(
  ({ kind, id }: KeyName & { readonly overlap_hours: number }) => keyAct(kind, 'roll', id),
  rollKey,
);

/** Revokes a key or token. */
export const endClientKey = change(({ kind, id }: KeyName) => keyAct(kind, 'revoke', id), revokeKey);

/** Gives an endpoint a new secret. Throws AppError not_found. */
export const rotateWebhookSecret = change(
  ({ url }: { readonly url: string; readonly overlap_hours: number }) => ({
    action: 'webhooks.rotate',
    subject: `webhooks/${url}`,
  }),
  async (tx, client_id, rotated, { secrets }) => ({
    ...(await rotateSecret(tx, { client_id, secrets }, rotated)),
    url: rotated.url,
  }),
);

/**
 * Removes a user of a client, who may do nothing from then on. Their tokens end; keys that they made end if `end_keys`.
 * Throws AppError not_found, last_owner.
 */
export const removeClientUser = change(
  ({ email }: { readonly email: string; readonly end_keys: boolean }) => ({
    action: 'users.remove',
    subject: `users/${email}`,
  }),
  async (tx, client_id, { email, end_keys }) => {
    await removeMember(tx, client_id, email);
    if (end_keys) await revokeKeys(tx, { client_id, kind: 'api_key', created_by: email });
  },
);
