import { z } from 'zod';

/**
 * What the names of credentials in the environment begin with. Nothing else of the environment can be named,
 * so that no account file can have the database's password sent to its own address.
 */
export const CREDENTIAL_PREFIX = 'TRANSIT_CREDENTIAL_';

/** Credentials by the names of their environment variables. */
export type Credentials = Readonly<Record<string, string>>;

/** How an account file names a credential. The secret itself stays in the environment: nothing stores it. */
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

/** The secret behind a reference, or why it cannot be sent. The reason names the variable and nothing of its value. */
export function resolveCredential(
  credentials: Credentials,
  reference: string,
): { readonly secret: string } | { readonly failure: string } {
  const name = reference.slice('env:'.length);
  const secret = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  if (secret === undefined) return { failure: `the environment variable ${name} is not set` };
  // fetch would refuse it as a header and quote it in the error.
  return /^[\x21-\x7e]+$/.test(secret)
    ? { secret }
    : { failure: `the environment variable ${name} holds what no header can` };
}
