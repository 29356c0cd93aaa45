import type { z } from 'zod';
import type { newToken, newUser, userPatch } from '../contracts/account/access.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { KeyKind, Prisma } from '../db/generated/client.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import type { Sealing } from '../foundation/sealing.ts';
import type { AccountEditor, Actor } from '../identity/actor.ts';
import { createKey, type ListedKey, revokeKey, revokeKeys, rollKey } from '../identity/keys.ts';
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
import { changeAccess, changeAccount } from './change-account.ts';
import { NEW_DOCUMENT } from './configuration-document.ts';
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
  const refuse = () => {
    throw new AppError('already_exists', `A client with the slug ${client.slug} already exists.`);
  };
  await changeAccount(db, client.slug, act, refuse, (tx) =>
    applyPart(tx, null, NEW_DOCUMENT, { client }, ofClient),
  );
}

/** Changes a client. Throws AppError not_found, validation_failed with paths in the client. */
export async function changeClient(db: PrismaDatabase, { who, client }: ClientChange): Promise<void> {
  const act = { who, action: 'clients.change', subject: `clients/${client.slug}` };
  await changeAccount(db, client.slug, act, (tx, present, { version }) =>
    applyPart(tx, present, version.document, { client }, ofClient),
  );
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
 * Makes the person of an invitation, who is at an IP address, a member. With `password_hash`, they are new to the service; without it, they have shown
 * that the address is theirs. Throws AppError link_ended, forbidden for an operator, unavailable if the person came or went
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
    // Of somebody who was known a factor may be there already, of an address that was not proved.
    if (mailed && person === null)
      await proveEmail(tx, (await tx.user.findUniqueOrThrow({ where: { email } })).id);
  });
}

/** Makes a function that does `work` as a change of an account, with this action and subject in the audit log. */
function change<Wanted, T>(
  action: string,
  subjectOf: (wanted: Wanted) => string,
  work: (
    tx: Prisma.TransactionClient,
    client_id: number,
    wanted: Wanted,
    person: string | null,
    secrets: Sealing,
  ) => Promise<T>,
) {
  return (db: PrismaDatabase, { slug, who }: AccountEditor, wanted: Wanted): Promise<T> => {
    const act = { who, action, subject: subjectOf(wanted) };
    return changeAccess(db, slug, act, (tx, client) =>
      work(tx, client.id, wanted, who.person ?? null, db.secrets),
    );
  };
}

/** What the audit log calls keys of a kind: its actions and subjects. */
const NAMES = {
  api_key: { action: 'api_keys', subject: 'api-keys' },
  account_token: { action: 'tokens', subject: 'tokens' },
} as const;

/** The changes of an account's keys of a kind. They throw what those of identity/keys.ts do. */
function keyChanges<Kind extends KeyKind>(kind: Kind) {
  const { action, subject } = NAMES[kind];
  const add = change(
    `${action}.create`,
    (wanted: ListedKey | z.output<typeof newToken>) =>
      `${subject}/${'environment' in wanted ? `${wanted.environment} ` : ''}${wanted.name}`,
    (tx, client_id, wanted, person) => createKey(tx, client_id, kind, wanted, person),
  );
  const roll = change(
    `${action}.roll`,
    ({ id }: Rolled) => `${subject}/${id}`,
    (tx, client_id, rolled) => rollKey(tx, client_id, { kind, ...rolled }),
  );
  const end = change(
    `${action}.revoke`,
    (id: number) => `${subject}/${id}`,
    (tx, client_id, id) => revokeKey(tx, client_id, { kind, id }),
  );
  return { add, roll, end };
}

/** Which key or token gets a new secret, and how long the one before works. */
interface Rolled {
  readonly id: number;
  readonly overlap_hours: number;
}

export const { add: addClientKey, roll: rollClientKey, end: endClientKey } = keyChanges('api_key');
export const {
  add: addClientToken,
  roll: rollClientToken,
  end: endClientToken,
} = keyChanges('account_token');

/** Gives an endpoint a new secret. Throws AppError not_found. */
export const rotateWebhookSecret = change(
  'webhooks.rotate',
  ({ url }: { readonly url: string; readonly overlap_hours: number }) => `webhooks/${url}`,
  async (tx, client_id, rotated, _person, secrets) => ({
    ...(await rotateSecret(tx, { client_id, secrets }, rotated)),
    url: rotated.url,
  }),
);

/**
 * Removes a user of a client, who may do nothing from then on. Their tokens end; keys that they made end if `end_keys`.
 * Throws AppError not_found, last_owner.
 */
export const removeClientUser = change(
  'users.remove',
  ({ email }: { readonly email: string; readonly end_keys: boolean }) => `users/${email}`,
  async (tx, client_id, { email, end_keys }) => {
    await removeMember(tx, client_id, email);
    if (end_keys) await revokeKeys(tx, { client_id, kind: 'api_key', created_by: email });
  },
);
