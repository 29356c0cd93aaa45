import { ERRORS } from '../../../../shared/foundation/errors/catalogue.ts';
import { contractFault, type Operation, parseJson } from '../../../../shared/testing/openapi-document.ts';
import type { SentAnswer } from '../../harness/http.ts';
import type { FuzzRequest } from './requests.ts';

/** What is wrong with an answer. */
interface Finding {
  /** The subject: a code, a place in a schema. It distinguishes faults of one check. */
  readonly shape: string;
  readonly detail: string;
}

interface Exchange {
  readonly operation: Operation;
  readonly request: FuzzRequest;
  readonly answer: SentAnswer;
  /** Whether the bytes or headers were odd, so that HTTP itself may refuse them. */
  readonly isOdd: boolean;
}

type Check = (exchange: Exchange) => Finding | null;

/** By the names of Schemathesis, as far as it has them. */
export const ANSWER_CHECKS: Readonly<Record<string, Check>> = {
  not_a_server_error: ({ answer }) => {
    if (answer.status === 0) return { shape: 'no answer', detail: 'The connection was closed.' };
    return answer.status >= 500 ? { shape: codeOf(answer), detail: beginning(answer) } : null;
  },

  /** Schemathesis has three checks for status, content type and body. */
  response_conformance: ({ operation, answer, isOdd }) => {
    const { status, text } = answer;
    if (status === 0) return null;
    const type = typeOf(answer);
    if (status >= 400 && type !== 'application/json') return { shape: type, detail: `an error as ${type}` };
    if (isOdd && !(status in operation.responses) && OF_HTTP.has(status)) return null;
    const fault = contractFault(operation, { status, type, text });
    if (fault === null) return null;
    const shape = fault.rule === 'status' ? codeOf(answer) : fault.shape;
    return { shape: `${fault.rule} ${shape}`, detail: `${fault.detail}: ${beginning(answer)}` };
  },

  every_line_is_json: ({ answer }) => {
    if (typeOf(answer) !== 'application/x-ndjson' || answer.status !== 200) return null;
    const lines = answer.text.split('\n').slice(0, -1);
    const broken = lines.find((line) => parseJson(line) === undefined);
    return broken === undefined ? null : { shape: 'a line that is no JSON', detail: broken.slice(0, 200) };
  },

  /** Headers that the document declares, and those that HTTP and the guide promise. */
  response_headers_conformance: ({ operation, answer: { status, headers, text } }) => {
    if (status === 0) return null;
    // What is completed when it is answered, such as a bulk release, goes on nowhere.
    const isUnderWay = status === 202 && !text.includes('"status":"completed"');
    const promised: readonly (readonly [name: string, applies: boolean, form: RegExp])[] = [
      ['x-request-id', true, /^[\w.:-]+$/],
      ['www-authenticate', status === 401, /./],
      ['allow', status === 405, /./],
      ['retry-after', status === 429 || status === 503, /^\d+$/],
      ['location', isUnderWay, /./],
    ];
    const missing = promised.find(([name, applies, form]) => applies && !form.test(headers[name] ?? ''));
    if (missing !== undefined) return { shape: missing[0], detail: `The answer has no ${missing[0]}.` };
    for (const [name, { required, schema }] of Object.entries(operation.responses[status]?.headers ?? {})) {
      const text = headers[name.toLowerCase()];
      if (text === undefined && !required) continue;
      const { type } = operation.document.resolve(schema);
      const value = type === 'integer' || type === 'number' ? Number(text) : text;
      const fault = text === undefined ? { keyword: 'required' } : operation.document.faultOf(schema, value);
      if (fault !== null) return { shape: `${name} ${fault.keyword}`, detail: `${name}: ${text}` };
    }
    return null;
  },

  negative_data_rejection: ({ request, answer: { status } }) =>
    request.expects === 'wrong' && status !== 0 && status < 400
      ? { shape: 'accepted', detail: requestText(request) }
      : null,

  positive_data_acceptance: ({ operation, request, answer }) => {
    if (request.expects !== 'valid' || ![400, 406, 413, 415, 422].includes(answer.status)) return null;
    const code = codeOf(answer);
    if (RULES_BEYOND_SCHEMAS.has(code) || operation.route === SIGNED) return null;
    const { errors } = parseJson(answer.text) as { errors?: { path: string; message: string }[] };
    const fault = errors?.[0];
    if (fault !== undefined && isRuleInWords(operation, fault)) return null;
    const place = fault?.path.replaceAll(/\[\d+\]|\.\d+/g, '[n]');
    const sentence = fault?.message.replaceAll(/\d+|“.*?”|".*?"/g, 'n');
    return {
      shape: fault ? `${place} ${sentence}`.slice(0, 100) : code,
      detail: `${beginning(answer)} for ${requestText(request)}`,
    };
  },

  max_response_time: ({ answer: { ms } }) =>
    ms <= MAX_RESPONSE_MS ? null : { shape: 'slow', detail: `${Math.round(ms)} ms` },

  /** An error has a code of the catalogue, with its status. */
  error_catalogue: ({ answer }) => {
    const code = codeOf(answer);
    const known = (ERRORS as Readonly<Record<string, { status: number }>>)[code];
    return answer.status < 400 || known?.status === answer.status
      ? null
      : { shape: code, detail: beginning(answer) };
  },

  leaked_insides: ({ answer }) => {
    const leaked = answer.status < 400 ? null : INSIDES.exec(answer.text);
    return leaked === null ? null : { shape: leaked[0].slice(0, 40), detail: beginning(answer) };
  },
};

/** A slower answer is a fault. The limit only finds requests that hang, because machines differ. */
const MAX_RESPONSE_MS = 15_000;

/** Statuses of HTTP itself, which any operation may answer. The guide of the document lists these errors. */
const OF_HTTP = new Set([400, 404, 405, 408, 413, 414, 415, 417, 431]);

/** Texts that no answer may have, because they show how the service works inside. */
const INSIDES = /node_modules|\bat .*\.(?:ts|js):\d+|PrismaClient|SELECT .* FROM|pg_catalog|ECONNREFUSED/;

/** Codes of refusals that schemas cannot express. The document states each of these rules in words. */
const RULES_BEYOND_SCHEMAS = new Set<string>([
  'unknown_warehouse',
  'duplicate_inventory_row',
  'duplicate_order_id',
  'incompatible_options',
  'missing_order_id',
  'missing_lines',
  'client_id_in_body',
  'client_required',
  'too_many_orders',
  'too_many_rows',
]);

/** Its body is a token that only the provider can sign. */
const SIGNED = 'POST /account/v1/session/sso/logout';

/** Sentences of faults against rules that schemas cannot express. */
const IN_WORDS: readonly RegExp[] = [
  /next_cursor of the same listing/, // a cursor is what an answer gave
  /must be an ISO 8601 (?:date or )?timestamp|must be an IP address|IANA time zone|five-digit ZIP code|is not a known ZIP code|e-mail address/,
  /must not be empty|must have at least|plain text/, // after the spaces around a text are left out
  /must not contain NUL characters or lone surrogates|must not be "\." or "\.\."/,
  /must (?:equal|name) .* or be left out/, // a name and its alias, or a code beside an ID
  /^is required|Each order needs/, // one of two aliases, null is as good as none
  /is required when the mode is|must have either routing_run_id, or from and to/,
  /must be from the years 1970 to 9998|^cannot be combined with other (?:members|conditions)$/, // moments, and what stands alone
  /there is no warehouse|is unknown or not enabled|duplicates another entry|repeats|must be one of enterprise/, // what the account has
  /must not request more than .* units in all/,
  /must not repeat an element|must not be in the year 0|later needs a calendar|has no capacities/,
  /needs rates$|needs them$|the account has no prices|must ascend|needs the transit provider table/, // costs
  /^must not consist of spaces only$|own e-mail address$|most common passwords$/, // passwords
  /^Variant B has no reservations/,
  /^begins a second order|is missing$|has no header of/, // CSV
];

/**
 * The same of one operation, by the path and the sentence of the fault: what a member may be depends on the thing that the
 * path names, on other members, on who asks, or on where a file is.
 */
const DEPENDS: readonly (readonly [operation: string, fault: RegExp])[] = [
  ['PATCH /account/v1/item-controls/{rule_id}', /: unknown key$/],
  ['PATCH /account/v1/settings/{name}', /./],
  ['POST /account/v1/warehouses/{warehouse_id}/move', /: is the warehouse itself$/],
  [
    'PATCH /account/v1/transit',
    /^(?:lanes_file|url): |^adapter: (?:has none|does not match)|: unknown key$|no place/,
  ],
  ['PATCH /account/v1/rates', /^prices_file: /],
  ['PATCH /account/v1/transit', /is needed by the provider table$/],
  ['PUT /account/v1/account', /is the code of .*, which is left out but not deleted$/],
  [
    'PUT /account/v1/account',
    /^transit\.(?:lanes_file|url): |is needed by the provider table$|^rates\.prices_file: /,
  ],
  ['PUT /account/v1/session/password', /^current_password: is not your current password$/],
  ['POST /account/v1/session/confirm', /^password: must come alone|^code: is wrong/],
  ['POST /account/v1/second-factor/confirm', /^code: is not the code/],
  ['POST /account/v1/second-factor/recovery-codes', /^code: is wrong/],
  ['DELETE /account/v1/second-factor', /^code: is wrong/],
  ['PUT /account/v1/sso', /^sso\.(?:issuer|client_secret|domains|roles|required|break_glass_user)/],
  ['GET /account/v1/service/audit', /^without_client: cannot be true beside client$/],
  ['GET /account/v1/capacity', /^to: must (?:not be before from|be at most \d+ days after from)$/],
  ['POST /api/v1/runs', /order ID .* came before in this run/],
  ['POST /account/v1/runs', /order ID .* came before in this run/],
];

function isRuleInWords({ route }: Operation, { path, message }: { path: string; message: string }): boolean {
  if (IN_WORDS.some((rule) => rule.test(message))) return true;
  return DEPENDS.some(([operation, rule]) => operation === route && rule.test(`${path}: ${message}`));
}

/** The code of an error's body. */
export function codeOf({ text }: SentAnswer): string {
  const body = parseJson(text) as { code?: unknown } | null | undefined;
  return typeof body?.code === 'string' ? body.code : 'no code';
}

function typeOf({ headers }: SentAnswer): string {
  return headers['content-type']?.split(';')[0] ?? 'none';
}

const beginning = ({ status, text }: SentAnswer) => `${status} ${text.slice(0, 300)}`;
const requestText = ({ method, url, body }: FuzzRequest) =>
  `${method} ${url} ${body?.toString().slice(0, 400) ?? ''}`;
