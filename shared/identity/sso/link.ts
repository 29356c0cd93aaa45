import type { PrismaDatabase } from '../../db/database.ts';
import { auditPerson, changePerson, personAt } from '../audit.ts';
import { proveEmail } from '../second-factor.ts';
import { PERSON, type Person } from '../sessions.ts';
import { roleOf } from './claims.ts';
import {
  type Connection,
  emailProblem,
  type Found,
  LINKED,
  mayLink,
  NO_ROLE,
  OTHER_ACCOUNT,
  type Refused,
  refused,
  type SsoDeps,
  type Visitor,
} from './connection.ts';

/** Links somebody who has signed in with their password and who they are at the provider. */
export async function linkPerson(
  { db }: SsoDeps,
  connection: Connection,
  { person: said, address, session_id }: Visitor,
): Promise<Found | Refused> {
  const { issuer, client } = connection;
  const person = await personOfSession(db, session_id);
  if (person === null) return refused('Your session has ended. Sign in again.');
  if (roleOf(connection, said) === null) return refused(NO_ROLE);
  const problem = await emailProblem(db, connection, said);
  if (problem !== null) return refused(problem);
  if (said.email !== person.email)
    return refused(`You are signed in here as ${person.email}, and at the provider as someone else.`);
  if (!mayLink(person, connection)) return refused(OTHER_ACCOUNT);
  const identity = { client_id: client.id, issuer, sub: said.sub };
  return changePerson(db, person, async (tx) => {
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${person.id} FOR UPDATE`;
    const { client_id, ...subject } = identity;
    const taken = { client_id, OR: [{ user_id: person.id }, subject] };
    if ((await tx.ssoIdentity.count({ where: taken })) > 0) return refused(LINKED);
    const { id } = await tx.ssoIdentity.create({ data: { ...identity, user_id: person.id } });
    await proveEmail(tx, person.id);
    const by = { path: 'issuer', before: null, after: issuer };
    await auditPerson(tx, 'sso.link', person, personAt(person, address), [by]);
    return { person, identity_id: id };
  });
}

async function personOfSession({ prisma }: PrismaDatabase, id: number | null): Promise<Person | null> {
  if (id === null) return null;
  const where = { id, sso_identity_id: null, expires_at: { gt: new Date() } };
  return (await prisma.session.findFirst({ where, select: { user: { select: PERSON } } }))?.user ?? null;
}
