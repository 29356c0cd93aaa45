import type { FastifyInstance } from 'fastify';
import { generate } from 'otplib';
import type { Database } from '../../../shared/db/database.ts';
import type { CallerRole } from '../../../shared/identity/actor.ts';
import { hashPassword } from '../../../shared/identity/passwords.ts';
import { csrfTokenOf, startSession } from '../../../shared/identity/sessions.ts';

export const PASSWORD = 'correct horse battery';

const passwordHash = hashPassword(PASSWORD);

/** A person who is signed in. */
export interface Person {
  readonly email: string;
  /** The token in the cookie. */
  readonly token: string;
  /** What a browser and the console send: the cookie and the CSRF token. */
  readonly headers: { readonly cookie: string; readonly 'x-csrf-token': string };
}

/** What a browser and the console send for a session. */
export function headersOf(token: string): Person['headers'] {
  return { cookie: `wrs_session=${token}`, 'x-csrf-token': csrfTokenOf(token) };
}

let people = 0;

/** Makes a user and signs them in, without the slow check of a password. `client_id` is null for an operator. */
export async function aPerson(
  db: Database,
  role: CallerRole,
  client_id: number | null = null,
): Promise<Person> {
  people += 1;
  const email = `${role}-${people}@example.com`;
  const user = await db.prisma.user.create({
    data: {
      email,
      password_hash: await passwordHash,
      ...(role === 'operator'
        ? { is_operator: true }
        : { memberships: { create: { client_id: client_id!, role } } }),
    },
  });
  const { token } = await startSession(db, user, new Date());
  return { email, token, headers: headersOf(token) };
}

/** Sets up a second factor. Returns its codes, by steps of half a minute from now, and the recovery codes. */
export async function enrol(
  { app }: { readonly app: FastifyInstance },
  { headers }: Pick<Person, 'headers'>,
) {
  const post = async (path: string, payload: object) => {
    const url = `/account/v1/second-factor${path}`;
    return (await app.inject({ method: 'POST', url, headers: { ...headers }, payload })).json();
  };
  const secret = new URL((await post('', {})).otpauth_url).searchParams.get('secret')!;
  const codeOf = (steps: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
  const { recovery_codes: recovery } = await post('/confirm', { code: await codeOf(0) });
  return { codeOf, recovery: recovery as string[] };
}
