import fc from 'fast-check';
import type { Database } from '../../../../shared/db/database.ts';
import {
  OpenApiDocument,
  type Operation,
  operationAt,
  parseJson,
} from '../../../../shared/testing/openapi-document.ts';
import { createRandom, type Random } from '../../../demo/random.ts';
import { type Credential, closeConnections, type SentAnswer, sendRequest } from '../../harness/http.ts';
import { callerOf, createFuzzAccount, type FuzzAccount, noteIds } from './account.ts';
import { ANSWER_CHECKS, codeOf } from './answer-checks.ts';
import { type FuzzRequest, type RequestKind, requestsOf } from './requests.ts';

/** After so many requests an account has changed so much that others can hardly use it. */
const REQUESTS_OF_AN_ACCOUNT = 300;
/** Sequences at once, each on accounts of its own, because a single request mostly waits. */
const AT_ONCE = 6;
/** After so many answers of an operation, one of them must have been a success. */
export const ENOUGH_ANSWERS = 500;
/** Of ten requests, how many are of each kind. Without an id in its path an operation has no odd ones. */
const KINDS: readonly RequestKind[] = [
  ...(['valid', 'valid', 'valid', 'valid', 'wrong', 'wrong', 'wrong'] as const),
  ...(['raw', 'raw', 'odd id'] as const),
];

interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Only operations whose method and path contain this text. */
  readonly only?: string;
}

/** The documents of both APIs of the service. */
export async function readDocuments(base: string): Promise<readonly OpenApiDocument[]> {
  const read = async (path: string) => (await fetch(`${base}${path}`)).json();
  return [
    new OpenApiDocument(await read('/openapi.json')),
    new OpenApiDocument(await read('/account/openapi.json')),
  ];
}

/** Sends requests to a service and its database, checks their answers, and counts the distinct faults. */
export class Fuzzer {
  readonly #base: string;
  readonly #db: Database;
  readonly #onFault: (fault: string) => void;
  #accounts = 0;
  /** By what distinguishes it: the fault with the request that showed it. */
  readonly faults = new Map<string, string>();
  /** By route: answers with 2xx, 3xx, 4xx, 5xx, and none. */
  readonly routes = new Map<string, number[]>();
  requests = 0;

  constructor(base: string, db: Database, onFault: (fault: string) => void = () => {}) {
    this.#base = base;
    this.#db = db;
    this.#onFault = onFault;
  }

  /** Sends any requests in any order. Each uses the ids that answers before it gave. */
  async run({ seed, requests, only = '' }: FuzzOptions): Promise<void> {
    const documents = await readDocuments(this.#base);
    const operations = documents
      .flatMap((document) => document.operations)
      .filter(({ route }) => route.includes(only));
    const newAccount = () => {
      this.#accounts += 1;
      // Every third one has the other variant of the contract.
      const variant = this.#accounts % 3 === 0 ? 'B' : 'A';
      return createFuzzAccount(this.#db, this.#base, `fuzz-${seed}-${this.#accounts}`, variant);
    };
    const [theirs, own] = [await newAccount(), await newAccount()];
    for (const operation of operations) await this.#namespaces(operation, theirs, own, seed);
    const sequence = async (nth: number) => {
      const random = createRandom(seed + nth);
      let left = Math.ceil(requests / AT_ONCE);
      while (left > 0) {
        const account = await newAccount();
        for (let sent = 0; sent < REQUESTS_OF_AN_ACCOUNT && left > 0; sent += 1) {
          left -= 1;
          const operation = random.pick(operations);
          const { status } = await this.#any(documents, operation, account, random);
          // One of its requests has ended the access of all others.
          if (callerOf(operation, account) !== account.callers.person && [401, 402].includes(status)) break;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => sequence(nth)));
    this.expectSuccesses();
    closeConnections();
  }

  /** Sends any request for an operation, and looks whether what it removes is gone. */
  async #any(
    documents: readonly OpenApiDocument[],
    operation: Operation,
    account: FuzzAccount,
    random: Random,
  ): Promise<SentAnswer> {
    const wanted = random.pick(KINDS);
    const kind = wanted === 'odd id' && !operation.path.includes('{') ? 'valid' : wanted;
    const requests = requestsOf(operation, kind, account.known);
    const request = fc.sample(requests, { seed: random.between(0, 2 ** 31), numRuns: 1 })[0]!;
    const caller = callerOf(operation, account);
    const isOdd = kind === 'raw' || kind === 'odd id';
    const answer = await this.send(operation, request, caller, isOdd);
    if (answer.status < 300) noteIds(account.known, parseJson(answer.text));
    const url = request.url.split('?')[0]!;
    const reads = operationAt(documents, 'GET', url);
    // A warehouse stays, disabled, a setting gets its default, and of single sign-on what there is to set is answered.
    const isGone =
      operation.method === 'DELETE' &&
      answer.status === 204 &&
      !/warehouses|settings|\/sso$/.test(url) &&
      !request.url.includes('dry_run=');
    if (isGone && reads !== null) {
      const get = { method: 'GET', url, headers: {}, body: null, expects: 'any' as const };
      const read = await this.send(reads, get, caller);
      this.expect([401, 404].includes(read.status), 'use_after_free', reads.route, read, url);
    }
    return answer;
  }

  /** Sends a request and checks its answer. `isOdd`: HTTP itself may refuse it. */
  async send(
    operation: Operation,
    request: FuzzRequest,
    caller: Credential,
    isOdd = false,
  ): Promise<SentAnswer> {
    const answer = await sendRequest(this.#base, request, caller);
    this.count(operation.route, answer.status);
    const { method, url, headers, body } = request;
    const sent = `${method} ${url} ${JSON.stringify(headers)}\n    ${body?.toString().slice(0, 500) ?? ''}`;
    for (const [check, find] of Object.entries(ANSWER_CHECKS)) {
      const found = find({ operation, request, answer, isOdd });
      if (found === null) continue;
      this.#note(
        `${check} | ${operation.route} | ${answer.status} | ${found.shape}`,
        `${found.detail}\n    ${sent}`,
      );
    }
    return answer;
  }

  /** Things of another client are answered as if they did not exist. */
  async #namespaces(operation: Operation, a: FuzzAccount, b: FuzzAccount, seed: number): Promise<void> {
    const caller = callerOf(operation, b);
    if (caller === b.callers.operator || caller === b.callers.person) return;
    const made = fc.sample(requestsOf(operation, 'valid', a.known), { seed, numRuns: 1 })[0]!;
    const ownUrl = made.url.replace(/client=[^&]*&?/, '').replace(/[?&]$/, '');
    const sendTo = (url: string, from = caller) =>
      this.send(operation, { ...made, url, expects: 'any' }, from, true);
    const expectNothing = (answer: SentAnswer, whose: string) =>
      this.expect([400, 404, 422].includes(answer.status), 'namespace_rule', operation.route, answer, whose);
    const names = operation.path.match(/(?<=\{)\w+/g) ?? [];
    if (names.length > 0 && names.every((name) => OWN.has(name))) {
      const withId = (id: string) => {
        const [steps, ...query] = ownUrl.split('?') as [string, ...string[]];
        const at = operation.path.split('/').indexOf(`{${names[0]}}`);
        return [steps.split('/').with(at, encodeURIComponent(id)).join('/'), ...query].join('?');
      };
      const id = String(a.known[names[0]!]![0]);
      const nobodys = names[0] === 'email' ? 'no@nowhere.example' : '999999999';
      const theirs = await sendTo(withId(id));
      expectNothing(theirs, `${id} of another client`);
      if (operation.path.startsWith('/api/'))
        expectNothing(await sendTo(withId(id), a.callers.live), `${id} of the other environment`);
      const missing = await sendTo(withId(nobodys));
      const isAlike =
        missing.status === theirs.status && missing.text.replaceAll(nobodys, id) === theirs.text;
      const differ = `${theirs.text}, but ${missing.text} for nobody's`;
      this.expect(isAlike, 'existence_leak', operation.route, theirs, differ);
    }
    if (operation.parameters.some(({ name, in: place }) => name === 'client' && place === 'query'))
      expectNothing(
        await sendTo(`${ownUrl}${ownUrl.includes('?') ? '&' : '?'}client=${a.slug}`),
        '?client of another client',
      );
  }

  /** Notes a fault against a rule that needs more than one answer, if `holds` is false. */
  expect(holds: boolean, rule: string, route: string, answer: SentAnswer, detail: string): void {
    if (!holds) this.#note(`${rule} | ${route} | ${answer.status} | ${codeOf(answer)}`, detail);
  }

  count(route: string, status: number): void {
    const counts = this.routes.get(route) ?? [0, 0, 0, 0, 0];
    counts[status === 0 ? 4 : Math.max(0, Math.floor(status / 100) - 2)]! += 1;
    this.routes.set(route, counts);
    this.requests += 1;
  }

  /**
   * Notes the operations that had no success in many answers: the schema of that answer was never checked. A run that can
   * be retried has failed, which no request achieves.
   */
  expectSuccesses(): void {
    for (const [route, counts] of this.routes) {
      const answers = counts.reduce((sum, count) => sum + count, 0);
      if (counts[0]! > 0 || answers < ENOUGH_ANSWERS || route.endsWith('/retry')) continue;
      this.#note(`successful_answer | ${route}`, `None of ${answers} answers was a success.`);
    }
  }

  /** A table of the answers by route and class of status, and what was found. */
  summary(): string[] {
    const row = (name: string, numbers: readonly (string | number)[]) =>
      `${name.slice(0, 60).padEnd(60)}${numbers.map((each) => String(each).padStart(7)).join('')}`;
    const rows = [...this.routes].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      row('', ['2xx', '3xx', '4xx', '5xx', 'none']),
      ...rows.map(([route, counts]) => row(route, counts)),
      `${this.requests} requests, ${this.faults.size} distinct faults`,
    ];
  }

  #note(key: string, detail: string): void {
    if (this.faults.has(key)) return;
    this.faults.set(key, `${key}\n    ${detail}`);
    this.#onFault(this.faults.get(key)!);
  }
}

/** Names of ids that belong to one account; others are alike in all accounts. */
const OWN = new Set(['routing_run_id', 'routing_decision_id', 'configuration_id', 'id', 'email']);
