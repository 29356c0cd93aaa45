import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { UserRole } from '../db/generated/enums.ts';
import { linkEnd, linkEnded, newLinkToken } from './links.ts';
import { secretHash } from './secrets.ts';

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

/** What a link invites to. Throws AppError link_ended. */
export async function findInvitation({ prisma }: PrismaDatabase, token: string) {
  const found = await prisma.invitation.findFirst({
    where: { token_hash: secretHash(token), expires_at: { gt: new Date() } },
    select: { ...SHOWN, client: { select: { id: true, slug: true, name: true } } },
  });
  if (found === null) throw linkEnded();
  return found;
}
