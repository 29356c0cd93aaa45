import type { z } from 'zod';
import type { ssoTest } from '../../contracts/account/sso.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { type ProviderPerson, roleOf } from './claims.ts';
import { type Connection, emailProblem, NO_ROLE, type SsoDeps, type Visitor } from './connection.ts';

/** Keeps what the provider said of the owner who tests it, and whether they could sign in so. */
export async function keepTest(
  deps: SsoDeps,
  connection: Connection,
  { person }: Pick<Visitor, 'person'>,
): Promise<object> {
  const problem =
    roleOf(connection, person) === null ? NO_ROLE : await emailProblem(deps.db, connection, person);
  await saveTest(deps, connection, problem, person);
  return {};
}

/** The same of an answer that was not taken (`person` is null). */
export async function saveTest(
  { db: { prisma } }: Pick<SsoDeps, 'db'>,
  connection: Connection,
  problem: string | null,
  person: ProviderPerson | null,
): Promise<void> {
  const last_test: z.output<typeof ssoTest> = {
    at: new Date().toISOString(),
    problem,
    claims: person?.shown ?? null,
    role: person && (roleOf(connection, person) ?? null),
  };
  await prisma.ssoConnection.updateMany({
    where: { client_id: connection.client.id, issuer: connection.issuer },
    data: { last_test: last_test as Prisma.InputJsonObject },
  });
}
