import { PASSWORD_COST } from '../identity/passwords.ts';

/** Tests with people hash passwords hundreds of times, a quarter of a second each. passwords.test.ts has the real cost. */
Object.assign(PASSWORD_COST, { N: 2 ** 10, p: 1 });
