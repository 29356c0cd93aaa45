import { confirmSession } from '../sessions.ts';
import { type Connection, type Refused, refused, type SsoDeps, type Visitor } from './connection.ts';
import { CLOCK_SECONDS } from './provider.ts';

/** Confirms a session by the same person, who has just shown at the provider that it is them. */
export async function confirmByProvider(
  { db }: SsoDeps,
  { issuer, client }: Connection,
  { person: { sub, auth_time = 0 }, session_id, began, now }: Visitor,
): Promise<object | Refused> {
  const ssoIdentity = { client_id: client.id, issuer, sub };
  const session = await db.prisma.session.findFirst({ where: { id: session_id ?? 0, ssoIdentity } });
  if (session === null) return refused('You are signed in here as someone else.');
  if (auth_time < began - CLOCK_SECONDS)
    return refused('Your identity provider did not ask you to sign in again (auth_time).');
  await confirmSession(db, session.id, now);
  return {};
}
