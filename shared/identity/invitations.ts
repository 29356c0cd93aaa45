import { randomBytes } from 'node:crypto';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { UserRole } from '../db/generated/enums.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Mail } from '../foundation/mailer.ts';
import type { Actor } from './actor.ts';
import { secretHash } from './secrets.ts';

/** Days that an invitation can be accepted. */
const INVITATION_DAYS = 7;
/** Hours that a reset link can be used. */
const RESET_HOURS = 1;

/** A page of the console that a link opens. */
type LinkPage = 'invitation' | 'reset';

/** The token of a link: 256 random bits, of which only the hash is stored. */
export function newLinkToken(): { readonly token: string; readonly hash: Buffer<ArrayBuffer> } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: secretHash(token) };
}

/**
 * A link for a person. Its token stands behind `#`, so that no browser sends it and no log has it. Throws AppError
 * no_public_url: the Host of a request is what its caller says, so a link is never made from that.
 */
export function linkTo(public_url: string | null, page: LinkPage, token: string): string {
  if (public_url === null) throw new AppError('no_public_url');
  return `${public_url.replace(/\/+$/, '')}/${page}#${token}`;
}

/** When a link that is made now ends. */
export function linkEnd(page: LinkPage): Date {
  const hours = page === 'reset' ? RESET_HOURS : 24 * INVITATION_DAYS;
  return new Date(Date.now() + hours * 3_600_000);
}

/** The refusal of a link that was used, was replaced by another one, or has ended. */
export function linkEnded(): AppError {
  return new AppError('link_ended');
}

/** Who invites, and to what. */
interface Inviting {
  /** The name of the account. */
  readonly client: string;
  /** null: whoever runs the service. */
  readonly invited_by: string | null;
}

/** The mails of invitations, with their links. */
export function invitationMails(
  { client, invited_by }: Inviting,
  invited: readonly { readonly email: string; readonly invitation_url: string | null }[],
): Mail[] {
  return invited.flatMap(({ email, invitation_url }) =>
    invitation_url === null ? [] : invitationMail({ client, invited_by }, email, invitation_url),
  );
}

function invitationMail({ client, invited_by }: Inviting, email: string, invitation_url: string): Mail {
  return {
    to: email,
    subject: `Join ${client}`,
    text: paragraphs(
      `${invited_by ?? 'Whoever runs the service'} invites you to the account ${client} of the warehouse routing service.`,
      `Open this link to join. It works once, within seven days:\n${invitation_url}`,
      'If you did not expect this, leave it: nothing happens without you.',
    ),
  };
}

/** The mail of a link to a new password. */
export function resetMail(email: string, reset_url: string): Mail {
  return {
    to: email,
    subject: 'A new password',
    text: paragraphs(
      'Somebody asked for a new password for this address at the warehouse routing service.',
      `Open this link to choose one. It works once, within an hour, and signs you out everywhere:\n${reset_url}`,
      'If it was not you, leave it: your password stays as it is.',
    ),
  };
}

/** Who did something, as those are told whom it is about. */
export function nameOf({ person }: Actor): string {
  return person ?? 'Whoever runs the service';
}

/** The notice that somebody else turned a second factor off. */
export function secondFactorResetMail(email: string, by: string): Mail {
  return {
    to: email,
    subject: 'Your second factor was reset',
    text: paragraphs(
      `${by} turned off the second factor with which you sign in to the warehouse routing service, and signed you out everywhere.`,
      'Sign in with your password and set up another one. If you did not ask for this, tell an owner of your account at once, and change your password.',
    ),
  };
}

const paragraphs = (...texts: readonly string[]) => `${texts.join('\n\n')}\n`;

/** Somebody is asked to become a member of an account. */
export interface Invitation {
  readonly email: string;
  readonly role: UserRole;
  /** The address of the person of the account who invited; null: an operator, or a command. */
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const SHOWN = { email: true, role: true, created_by: true, created_at: true, expires_at: true } as const;

/** The invitations of an account that nobody has accepted, those that have ended too, by address. */
export function listInvitations(
  tx: Pick<Prisma.TransactionClient, 'invitation'>,
  client_id: number,
): Promise<Invitation[]> {
  return tx.invitation.findMany({ where: { client_id }, select: SHOWN, orderBy: { email: 'asc' } });
}

/**
 * Invites somebody to an account. Whether they have another account makes no difference. The link of an earlier invitation
 * ends. Returns the token of the new one. Call it in an account transaction.
 */
export async function invite(
  tx: Prisma.TransactionClient,
  client_id: number,
  { email, role }: Pick<Invitation, 'email' | 'role'>,
  created_by: string | null,
): Promise<string> {
  const { token, hash } = newLinkToken();
  await tx.invitation.deleteMany({ where: { client_id, email } });
  await tx.invitation.create({
    data: { client_id, email, role, created_by, token_hash: hash, expires_at: linkEnd('invitation') },
  });
  return token;
}

/** Withdraws what a person invites to, who may do it no more. */
export async function withdrawInvitationsOf(
  tx: Prisma.TransactionClient,
  client_id: number,
  created_by: string,
): Promise<void> {
  await tx.invitation.deleteMany({ where: { client_id, created_by } });
}

/** What a link invites to. Throws AppError link_ended. */
export async function findInvitation({ prisma }: PrismaDatabase, token: string) {
  const found = await prisma.invitation.findFirst({
    where: { token_hash: secretHash(token), expires_at: { gt: new Date() } },
    select: { ...SHOWN, client: { select: { id: true, slug: true, name: true } } },
  });
  if (found === null) throw linkEnded();
  return found;
}
