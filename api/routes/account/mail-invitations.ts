import type { FastifyRequest } from 'fastify';
import { findClient } from '../../../shared/account/clients.ts';
import { invitationMails } from '../../../shared/identity/mails.ts';

/** Mails the links of people who are invited to the account of a request, if the service sends mails. */
export async function mailInvitations(
  { account, server }: FastifyRequest,
  invited: Parameters<typeof invitationMails>[1],
): Promise<void> {
  const { db, mailer } = server.services;
  if (mailer === null || invited.length === 0) return;
  const { name: client } = await findClient(db.prisma, account.slug);
  for (const mail of invitationMails({ client, invited_by: account.who.person ?? null }, invited))
    mailer.send(mail);
}
