import { z } from 'zod';

/**
 * The prefix of the names of credentials in the environment. An account file can name only such variables, so it cannot
 * send the database's password to an address of its own.
 */
const CREDENTIAL_PREFIX = 'TRANSIT_CREDENTIAL_';

/** Credentials by the names of their environment variables. */
export type Credentials = Readonly<Record<string, string>>;

/** The name of a credential in an account file. The secret itself is only in the environment and is never stored. */
export const credentialReference = z
  .string()
  .regex(
    new RegExp(`^env:${CREDENTIAL_PREFIX}[A-Z0-9_]{1,100}$`),
    `must be env:${CREDENTIAL_PREFIX} and a name of letters, digits and _: an environment variable of the service`,
  );

/** The credentials in an environment. */
export function credentialsOf(env: Readonly<Record<string, string | undefined>>): Credentials {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(CREDENTIAL_PREFIX) && value ? [[name, value.trim()]] : [],
    ),
  );
}

/**
 * The secret of a reference, or why it cannot be sent. The reason names the variable and shows nothing of its value.
 */
export function resolveCredential(
  credentials: Credentials,
  reference: string,
): { readonly secret: string } | { readonly failure: string } {
  const name = reference.slice('env:'.length);
  const secret = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  if (secret === undefined) return { failure: `the environment variable ${name} is not set` };
  // fetch would refuse it in a header and quote it in the error.
  return /^[\x21-\x7e]+$/.test(secret)
    ? { secret }
    : { failure: `the environment variable ${name} holds what no header can` };
}
