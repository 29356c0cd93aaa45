import fc from 'fast-check';
import { call, callerOf, createFuzzAccount, type FuzzAccount, signIn } from './account.ts';
import { Document, type Operation } from './document.ts';
import { type RequestKind, requestsOf } from './requests.ts';
import { closeConnections, type FuzzRequest } from './send.ts';
import { runSequences } from './sequences.ts';
import { probeSockets } from './sockets.ts';
import type { FuzzTally } from './tally.ts';

/** How many requests one operation gets before the next operation. */
const BLOCK = 200;
/** After so few requests, an account is much as it was. A new one costs more than these. */
const FEW = 20;
/** How many operations are fuzzed at once, each on its own account, because a single request mostly waits. */
const AT_ONCE = 6;
/** Of a hundred requests of an operation, how many are of each kind. Without an id in its path there are no odd ones. */
const SHARES: Readonly<Record<RequestKind, number>> = { valid: 40, wrong: 30, raw: 20, 'odd id': 10 };

/** Operations that may end the credential that their requests are sent with. */
const ENDS_ACCESS = new Set([
  'DELETE /account/v1/session',
  'PUT /account/v1/session/password',
  'PUT /account/v1/account',
  'PATCH /account/v1/clients/{slug}',
  'DELETE /account/v1/tokens/{id}',
  'DELETE /account/v1/api-keys/{id}',
]);

interface FuzzOptions {
  readonly seed: number;
  /** About how many requests of single operations. Sequences are added to them. */
  readonly requests: number;
  /** Only operations whose method and path contain this text. */
  readonly only?: string;
  /** An operator who can sign in. */
  readonly operator: { readonly email: string; readonly password: string };
  readonly tally: FuzzTally;
}

/** The documents of both APIs of the service. */
export async function readDocuments(base: string): Promise<readonly Document[]> {
  return [
    new Document('customer', await call(base, {}, 'GET', '/openapi.json')),
    new Document('account', await call(base, {}, 'GET', '/account/openapi.json')),
  ];
}

/**
 * Sends requests to the service at `base`, and notes their results in `tally`. The service trusts X-Forwarded-For of its
 * own machine, so that each sign-in has its own network.
 */
export async function runFuzz(
  base: string,
  { seed, requests, only = '', operator, tally }: FuzzOptions,
): Promise<void> {
  const documents = await readDocuments(base);
  const operations = documents
    .flatMap((document) => document.operations)
    .filter(({ route }) => route.includes(only));
  const each = Math.ceil(requests / operations.length);
  const session = await signIn(base, operator.email, operator.password);
  let accounts = 0;
  /** The third account of a part is of variant B. Parts have their own, so that none changes another's requests. */
  const newAccount = () => {
    accounts += 1;
    return createFuzzAccount(base, session, `fuzz-${seed}-${accounts}`, accounts % 3 === 0 ? 'B' : 'A');
  };
  const stage = { base, documents, tally, seed, a: await newAccount(), b: await newAccount() };
  await runSequences({ ...stage, leaving: await createFuzzAccount(base, session, `fuzz-${seed}-leaving`) });
  await probeSockets(base, stage.a.callers.test, tally);
  const runPart = async (part: number) => {
    let account: FuzzAccount | null = null;
    for (let done = 0; done < each; done += BLOCK) {
      for (const [n, operation] of operations.entries()) {
        if (n % AT_ONCE !== part) continue;
        account ??= await newAccount();
        const count = Math.min(BLOCK, each - done);
        await fuzzOperation(base, operation, account, { seed: seed + done * 1000 + n, count, tally });
        if (ENDS_ACCESS.has(operation.route) || (count > FEW && changesAccount(operation))) account = null;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, part) => runPart(part)));
  tally.expectSuccesses();
  closeConnections();
}

/** Sends `count` requests of one operation and notes what is wrong with their answers. */
export async function fuzzOperation(
  base: string,
  operation: Operation,
  account: FuzzAccount,
  { seed, count, tally }: { readonly seed: number; readonly count: number; readonly tally: FuzzTally },
): Promise<void> {
  const caller = callerOf(operation, account);
  const endsAccess = ENDS_ACCESS.has(operation.route);
  for (const [kind, share] of Object.entries(SHARES) as [RequestKind, number][]) {
    if (kind === 'odd id' && !operation.path.includes('{')) continue;
    const requests = requestsOf(operation, kind, account.known).map((request) =>
      withClient(request, account),
    );
    const isForgiven = (status: number) => endsAccess && [401, 402].includes(status);
    const send = async (request: FuzzRequest) => {
      const isOdd = kind === 'raw' || kind === 'odd id';
      const { fresh } = await tally.send(base, operation, request, caller, { isOdd, isForgiven });
      return fresh.length === 0;
    };
    let left = Math.ceil((count * share) / 100);
    // A new fault ends a round; then it is known and the next round goes on.
    for (let round = 0; left > 0; round += 1) {
      const { failed, numRuns } = await fc.check(fc.asyncProperty(requests, send), {
        seed: seed + round,
        numRuns: left,
        endOnFailure: true,
        interruptAfterTimeLimit: 60_000,
        markInterruptAsFailure: false,
      });
      left = failed ? left - numRuns : 0;
    }
  }
}

/** Sets `?client` of a valid request to the account's own client. */
function withClient(request: FuzzRequest, { slug }: FuzzAccount): FuzzRequest {
  if (request.expects !== 'valid') return request;
  return { ...request, url: request.url.replace(/([?&]client=)[^&]*/, `$1${slug}`) };
}

/** Whether an operation changes an account so that other requests can hardly use it. */
function changesAccount({ document, method, path }: Operation): boolean {
  const isWork = /^\/account\/v1\/(?:orders|runs|inventory)/.test(path);
  return document.api === 'account' && method !== 'GET' && !isWork;
}
