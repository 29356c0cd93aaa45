import { refuseUnknownRules } from './checks.ts';
import { Document, type Operation } from './document.ts';
import { call, createFuzzAccount, type FuzzAccount, signIn } from './fuzz-account.ts';
import { fuzzOperation } from './fuzz-operations.ts';
import { closeConnections } from './send-request.ts';
import { runSequences } from './sequences.ts';
import type { FuzzTally } from './tally.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** About how many requests of single operations. Sequences are added to them. */
  readonly requests: number;
  /** Only operations whose method and path contain this text. */
  readonly only?: string;
  /** An operator who can sign in. */
  readonly operator: { readonly email: string; readonly password: string };
  readonly tally: FuzzTally;
}

/** How many requests one operation gets before the next operation. */
const BLOCK = 200;

/** How many operations are fuzzed at once, each on its own account, because a single request mostly waits. */
const AT_ONCE = 6;

/**
 * Sends requests to the service at `base`, and notes their results in `tally`. The service trusts X-Forwarded-For of its
 * own machine, so that each sign-in has its own network.
 */
export async function runFuzz(base: string, options: FuzzOptions): Promise<void> {
  const { seed, requests, only = '', operator, tally } = options;
  const documents = [
    new Document('customer', await call(base, {}, 'GET', '/openapi.json')),
    new Document('account', await call(base, {}, 'GET', '/account/openapi.json')),
  ];
  const known = documents.flatMap((document) => document.operations);
  refuseUnknownRules(known);
  const operations = known.filter(({ method, path }) => `${method} ${path}`.includes(only));
  const each = Math.ceil(requests / operations.length);
  const session = await signIn(base, operator.email, operator.password);
  /** Each part has its own names of accounts, so that no part changes another's requests. */
  const accountsOf = (part: string) => {
    let accounts = 0;
    return () => {
      accounts += 1;
      return createFuzzAccount(
        base,
        session,
        `fuzz-${seed}-${part}-${accounts}`,
        accounts % 3 === 0 ? 'B' : 'A',
      );
    };
  };
  await runSequences(base, documents, { newAccount: accountsOf('s'), tally, seed });
  const runPart = async (part: number) => {
    const newAccount = accountsOf(String(part));
    let account: FuzzAccount | null = null;
    for (let done = 0; done < each; done += BLOCK) {
      for (const [n, operation] of operations.entries()) {
        if (n % AT_ONCE !== part) continue;
        const count = Math.min(BLOCK, each - done);
        account ??= await newAccount();
        await fuzzOperation(base, operation, account, { seed: seed + done * 1000 + n, count, tally });
        if (changesAccount(operation)) account = null;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, part) => runPart(part)));
  tally.expectSuccesses();
  closeConnections();
}

/** Whether an operation changes an account so that other requests can hardly use it. */
function changesAccount({ document, method, path }: Operation): boolean {
  const isWork = ['/orders', '/runs', '/inventory'].some((part) => path.startsWith(`/account/v1${part}`));
  return document.api === 'account' && method !== 'GET' && !isWork;
}
