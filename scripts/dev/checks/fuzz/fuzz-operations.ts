import fc from 'fast-check';
import { type ContractFault, contractFaults, faultKey } from './checks.ts';
import type { Operation } from './document.ts';
import type { CallerHeaders, FuzzAccount } from './fuzz-account.ts';
import { type FuzzRequest, type RequestKind, requestsOf } from './requests.ts';
import { sendRequest } from './send-request.ts';
import type { FuzzTally } from './tally.ts';

/** The share of requests with an odd id. Operations without an id send valid requests instead. */
const ODD_ID_SHARE = 0.1;

/** The share of each kind. Most requests are allowed or nearly allowed by the document. */
const SHARES: readonly (readonly [kind: RequestKind, share: number])[] = [
  ['valid', 0.4],
  ['wrong', 0.3],
  ['raw', 0.2],
  ['odd id', ODD_ID_SHARE],
];

/** Operations that may end the credential that their requests are sent with. */
const ENDS_ACCESS = new Set([
  'DELETE /account/v1/session',
  'PUT /account/v1/session/password',
  'PUT /account/v1/account',
  'PATCH /account/v1/clients/{slug}',
  'DELETE /account/v1/tokens/{id}',
  'DELETE /account/v1/api-keys/{id}',
]);

/** Sends `count` requests of one operation and notes what is wrong with their answers. */
export async function fuzzOperation(
  base: string,
  operation: Operation,
  account: FuzzAccount,
  { seed, count, tally }: { readonly seed: number; readonly count: number; readonly tally: FuzzTally },
): Promise<void> {
  const caller = callerOf(operation, account);
  const hasId = operation.parameters.some(({ in: place }) => place === 'path');
  const endsAccess = ENDS_ACCESS.has(`${operation.method} ${operation.path}`);
  for (const [kind, share] of SHARES) {
    if (kind === 'odd id' && !hasId) continue;
    const requests = requestsOf(operation, kind, account.known).map((request) =>
      withClient(operation, request, account),
    );
    let left = Math.ceil(count * (kind === 'valid' && !hasId ? share + ODD_ID_SHARE : share));
    let round = 0;
    while (left > 0) {
      // A new fault ends the round by its smallest request; then it is known and the next round goes on.
      let sent = 0;
      let found: { fault: ContractFault; request: FuzzRequest } | null = null;
      const send = async (request: FuzzRequest): Promise<boolean> => {
        if (found === null) sent += 1;
        const answer = await sendRequest(base, request, caller);
        tally.count(operation, answer);
        if (endsAccess && [401, 402].includes(answer.status)) return true;
        const isOdd = kind === 'raw' || kind === 'odd id';
        const fresh = contractFaults({ operation, request, answer, isOdd }).find(
          (fault) => !tally.knows(faultKey(fault)),
        );
        if (fresh === undefined) return true;
        found = { fault: fresh, request };
        return false;
      };
      await fc.check(fc.asyncProperty(requests, send), {
        seed: seed + round,
        numRuns: left,
        interruptAfterTimeLimit: 60_000,
        markInterruptAsFailure: false,
      });
      const latest = found as { fault: ContractFault; request: FuzzRequest } | null;
      if (latest !== null) tally.note(latest.fault, latest.request);
      left = latest === null ? 0 : left - sent;
      round += 1;
    }
  }
}

/** The caller of an operation: a key of the customer API, an owner's token, an operator's session. */
export function callerOf({ document, path }: Operation, { callers }: FuzzAccount): CallerHeaders {
  if (document.api === 'customer') return callers.test;
  const ofOperators = ['/clients', '/plans', '/service'].some((part) =>
    path.startsWith(`/account/v1${part}`),
  );
  if (path.startsWith('/account/v1/session')) return callers.person;
  return ofOperators ? callers.operator : callers.owner;
}

/** Sets `?client` to the account's own client. */
function withClient(operation: Operation, request: FuzzRequest, { slug }: FuzzAccount): FuzzRequest {
  if (operation.document.api === 'customer' || request.expects !== 'valid') return request;
  return { ...request, url: request.url.replace(/([?&]client=)[^&]*/, `$1${slug}`) };
}
