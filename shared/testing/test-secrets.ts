import { Sealing } from '../foundation/sealing.ts';

/** SECRETS_KEY of the services in tests and checks. */
export const TEST_SECRETS_KEY = 'dGVzdHMgYW5kIGNoZWNrcyBzaGFyZSB0aGlzIGtleTE=';

/** What opens the secrets in their databases. */
export const TEST_SECRETS = new Sealing([TEST_SECRETS_KEY]);
