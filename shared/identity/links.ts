import { randomBytes } from 'node:crypto';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { LinkKind, UserRole } from '../db/generated/enums.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { secretHash } from './secrets.ts';

/** Hours that a link works. */
const HOURS = { invitation: 7 * 24, reset: 1 } as const;

type Tx = Pick<Prisma.TransactionClient, 'link'>;

/** Whom a link is for: somebody invited to an account, or a person who sets a new password. */
type Target =
  | {
      readonly kind: 'invitation';
      readonly client_id: number;
      readonly role: UserRole;
      readonly created_by: string | null;
    }
  | { readonly kind: 'reset'; readonly user_id: number };

/**
 * Makes a link for an address in the place of the one before. `mailed`: only whoever reads the mails of the address gets it.
 * Returns its token: 256 random bits, of which only the hash is stored.
 */
export async function makeLink(
  tx: Tx,
  target: Target & { readonly email: string; readonly mailed: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.link.deleteMany({
    where:
      target.kind === 'reset'
        ? { user_id: target.user_id }
        : { client_id: target.client_id, email: target.email },
  });
  const expires_at = linkEnd(target.kind);
  await tx.link.create({ data: { ...target, token_hash: secretHash(token), expires_at } });
  return token;
}

/** When a link that is made now ends. */
export function linkEnd(kind: LinkKind): Date {
  return new Date(Date.now() + HOURS[kind] * 3_600_000);
}

/**
 * A link for a person. Its token stands behind `#`, so that no browser sends it and no log has it. Throws AppError
 * no_public_url: the Host of a request is what its caller says, so a link is never made from that.
 */
export function linkTo(public_url: string | null, kind: LinkKind, token: string): string {
  if (public_url === null) throw new AppError('no_public_url');
  return `${public_url.replace(/\/+$/, '')}/${kind}#${token}`;
}

const openLink = (kind: LinkKind, token: string) => ({
  kind,
  token_hash: secretHash(token),
  expires_at: { gt: new Date() },
});

/** What a link is for. Throws AppError link_ended. */
export async function findLink<Kind extends LinkKind>({ prisma }: PrismaDatabase, kind: Kind, token: string) {
  const client = { select: { id: true, slug: true, name: true } } as const;
  const found = await prisma.link.findFirst({ where: openLink(kind, token), include: { client } });
  if (found === null) throw linkEnded();
  return found as typeof found &
    (Kind extends 'invitation' ? { role: UserRole; client: NonNullable<typeof found.client> } : unknown);
}

/** Uses up a link. If several do so at once, one succeeds; the others get AppError link_ended. */
export async function takeLink(tx: Tx, kind: LinkKind, token: string): Promise<{ readonly mailed: boolean }> {
  const where = openLink(kind, token);
  const found = await tx.link.findFirst({ where, select: { mailed: true } });
  if (found === null || (await tx.link.deleteMany({ where })).count === 0) throw linkEnded();
  return found;
}

/** The refusal of a link that was used, was replaced by another one, or has ended. */
function linkEnded(): AppError {
  return new AppError('link_ended');
}

const INVITATION = { email: true, role: true, created_by: true, created_at: true, expires_at: true } as const;

/** Somebody is asked to become a member of an account. */
export interface Invitation {
  readonly email: string;
  readonly role: UserRole;
  /** The address of the person of the account who invited; null: an operator, or a command. */
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** The invitations of an account that nobody has accepted, those that have ended too, by address. */
export async function listInvitations(tx: Tx, client_id: number): Promise<Invitation[]> {
  const found = await tx.link.findMany({
    where: { client_id },
    select: INVITATION,
    orderBy: { email: 'asc' },
  });
  return found as Invitation[];
}

/** Withdraws the invitations to an account of an address, or those that a person sent. Returns how many there were. */
export async function withdrawInvitations(
  tx: Tx,
  which: { readonly client_id: number } & ({ readonly email: string } | { readonly created_by: string }),
): Promise<number> {
  return (await tx.link.deleteMany({ where: which })).count;
}
