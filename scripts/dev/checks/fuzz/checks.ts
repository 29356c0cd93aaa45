import { ERRORS } from '../../../../shared/foundation/errors/catalogue.ts';
import type { Operation } from './document.ts';
import type { FuzzRequest } from './requests.ts';
import type { FuzzAnswer } from './send-request.ts';

/** A fault of the service: what is wrong with an answer. */
export interface ContractFault {
  /** The check's name in Schemathesis or RESTler. */
  readonly check: string;
  /** The method and the document's path. */
  readonly route: string;
  readonly status: number;
  /** The subject: a code, a place in a schema. Together with the other fields it distinguishes faults. */
  readonly shape: string;
  readonly detail: string;
}

/** Distinct faults have different keys. */
export const faultKey = ({ check, route, status, shape }: ContractFault): string =>
  `${check} | ${route} | ${status} | ${shape}`;

/** A slower answer is a fault. The limit only finds requests that hang, because machines differ. */
const MAX_RESPONSE_MS = 5_000;

/** Statuses of HTTP itself, which any operation may answer. The guide of the document lists these errors. */
const PROTOCOL_STATUSES = new Set([400, 404, 405, 408, 413, 414, 415, 417, 431]);

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

/** Texts that no answer may have, because they show how the service works inside. */
const INSIDES = /node_modules|\bat .*\.(?:ts|js):\d+|PrismaClient|SELECT .* FROM|pg_catalog|ECONNREFUSED/;

interface Context {
  readonly operation: Operation;
  readonly request: FuzzRequest;
  readonly answer: FuzzAnswer;
  /** Whether the bytes or headers were odd, so that HTTP itself may refuse them. */
  readonly isOdd: boolean;
}

/** All faults that one answer shows. */
export function contractFaults(context: Context): ContractFault[] {
  const { operation, answer } = context;
  const route = `${operation.method} ${operation.path}`;
  return CHECKS.flatMap(({ name, check }) => {
    const found = check(context);
    return found === null
      ? []
      : [{ check: name, route, status: answer.status, shape: found.shape, detail: found.detail }];
  });
}

type Finding = { readonly shape: string; readonly detail: string } | null;

const CHECKS: readonly { readonly name: string; readonly check: (context: Context) => Finding }[] = [
  { name: 'not_a_server_error', check: notAServerError },
  { name: 'status_code_conformance', check: statusConformance },
  { name: 'content_type_conformance', check: contentTypeConformance },
  { name: 'response_headers_conformance', check: headersConformance },
  { name: 'response_schema_conformance', check: schemaConformance },
  { name: 'negative_data_rejection', check: negativeDataRejection },
  { name: 'positive_data_acceptance', check: positiveDataAcceptance },
  { name: 'max_response_time', check: maxResponseTime },
  { name: 'error_catalogue', check: errorCatalogue },
  { name: 'leaked_insides', check: leakedInsides },
];

function notAServerError({ answer }: Context): Finding {
  if (answer.status >= 500) return { shape: codeOf(answer), detail: beginning(answer) };
  return answer.status === 0 ? { shape: 'no answer', detail: 'The connection was closed.' } : null;
}

function statusConformance({ operation, answer, isOdd }: Context): Finding {
  const { status } = answer;
  if (status === 0 || String(status) in operation.responses) return null;
  if (isOdd && PROTOCOL_STATUSES.has(status)) return null;
  return { shape: codeOf(answer), detail: `${status} is not in the document: ${beginning(answer)}` };
}

function contentTypeConformance({ operation, answer }: Context): Finding {
  if (answer.status === 0) return null;
  const type = typeOf(answer);
  const documented = operation.responses[String(answer.status)];
  if (answer.status >= 400) {
    return type === 'application/json' ? null : { shape: type, detail: `an error as ${type}` };
  }
  if (documented === undefined) return null;
  if (documented.content === undefined) {
    return answer.body.length === 0 ? null : { shape: 'a body', detail: beginning(answer) };
  }
  return type in documented.content ? null : { shape: type, detail: `${type} is not in the document` };
}

/** Headers that the document declares, and those that HTTP and the guide promise. */
function headersConformance({ operation, answer }: Context): Finding {
  const { status, headers } = answer;
  if (status === 0) return null;
  const missing = (name: string) => ({ shape: name, detail: `The answer has no ${name}.` });
  if (!/^[\w.:-]+$/.test(headers['x-request-id'] ?? '')) return missing('x-request-id');
  if (status === 401 && headers['www-authenticate'] === undefined) return missing('www-authenticate');
  if (status === 405 && headers.allow === undefined) return missing('allow');
  if ((status === 429 || status === 503) && !/^\d+$/.test(headers['retry-after'] ?? ''))
    return missing('retry-after');
  if (status === 202 && headers.location === undefined) return missing('location');
  const declared = operation.responses[String(status)]?.headers ?? {};
  for (const [name, { required, schema }] of Object.entries(declared)) {
    const text = headers[name.toLowerCase()];
    if (text === undefined) {
      if (required) return missing(name);
      continue;
    }
    const { type } = operation.document.resolve(schema);
    const value = type === 'integer' || type === 'number' ? Number(text) : text;
    const fault = operation.document.faultOf(schema, value);
    if (fault !== null) return { shape: `${name} ${fault.keyword}`, detail: `${name}: ${text}` };
  }
  return null;
}

function schemaConformance({ operation, answer }: Context): Finding {
  const { status } = answer;
  const type = typeOf(answer);
  if (type === 'application/x-ndjson' && status === 200) return ndjsonConformance(answer);
  if (type !== 'application/json' || answer.body.length === 0) return null;
  const parsed = parse(answer.body.toString());
  if (parsed === undefined) return { shape: 'no JSON', detail: beginning(answer) };
  const media = operation.responses[String(status)]?.content?.[type] as { schema?: object } | undefined;
  if (media?.schema === undefined) return null;
  const fault = operation.document.faultOf(media.schema, parsed);
  if (fault === null) return null;
  const place = fault.instancePath.replaceAll(/\/\d+/g, '/n');
  return { shape: `${place} ${fault.keyword}`, detail: `${fault.instancePath} ${fault.message}` };
}

function ndjsonConformance(answer: FuzzAnswer): Finding {
  const lines = answer.body.toString().split('\n').slice(0, -1);
  const broken = lines.find((line) => parse(line) === undefined);
  return broken === undefined ? null : { shape: 'a line that is no JSON', detail: broken.slice(0, 200) };
}

function negativeDataRejection({ request, answer }: Context): Finding {
  if (request.expects !== 'wrong' || answer.status === 0 || answer.status >= 400) return null;
  return { shape: 'accepted', detail: requestText(request) };
}

function positiveDataAcceptance({ operation, request, answer }: Context): Finding {
  if (request.expects !== 'valid' || ![400, 406, 413, 415, 422].includes(answer.status)) return null;
  const code = codeOf(answer);
  if (RULES_BEYOND_SCHEMAS.has(code)) return null;
  const body = parse(answer.body.toString()) as { errors?: { path: string; message: string }[] } | undefined;
  const [fault] = body?.errors ?? [];
  if (fault !== undefined && isRuleInWords(operation, fault)) return null;
  const place = fault?.path?.replaceAll(/\[\d+\]|\.\d+/g, '[n]');
  return {
    shape: fault ? `${place} ${fault.message.replaceAll(/\d+|“.*?”|".*?"/g, 'n')}`.slice(0, 100) : code,
    detail: `${beginning(answer)} for ${requestText(request)}`,
  };
}

/** Sentences of faults against rules that schemas cannot express. */
const IN_WORDS: readonly RegExp[] = [
  /next_cursor of the same listing/, // a cursor is what an answer gave
  /must be an ISO 8601 date or timestamp|IANA time zone|five-digit ZIP code|is not a known ZIP code|e-mail address/,
  /must not be empty|must have at least|plain text/, // after the spaces around a text are left out
  /must not contain NUL characters or lone surrogates/,
  /must equal .* or be left out/, // a name and its alias
  /^is required|Each order needs/, // one of two aliases, null is as good as none
  /is required when the mode is/,
  /there is no warehouse|is that of another one|repeats|must be one of enterprise/, // what the account has
  /must not request more than .* units in all/,
  /^begins a second order|is missing$|has no header of/, // CSV
];

/**
 * The same of one operation, by the path and the sentence of the fault: what a member may be depends on the thing that the
 * path names, on other members, on who asks, or on where a file is.
 */
const DEPENDS: readonly (readonly [operation: string, fault: RegExp])[] = [
  ['PATCH /account/v1/item-controls/{rule_id}', /: unknown key$/],
  ['PATCH /account/v1/transit', /^(?:lanes_file|url): |^adapter: has none|: unknown key$|no place/],
  ['PATCH /account/v1/transit', /is needed by the provider table$/],
  ['PUT /account/v1/account', /is the code of .*, which is left out but not deleted$/],
  ['PUT /account/v1/account', /^transit\.(?:lanes_file|url): |is needed by the provider table$/],
  ['PUT /account/v1/session/password', /^current_password: is not your current password$/],
  ['GET /account/v1/service/audit', /^without_client: cannot be true beside client$/],
  ['POST /api/v1/runs', /order ID .* came before in this run/],
  ['POST /account/v1/runs', /order ID .* came before in this run/],
];

/** Throws if a rule of one operation names an operation that the documents do not have. */
export function refuseUnknownRules(operations: readonly Operation[]): void {
  const names = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const unknown = DEPENDS.map(([operation]) => operation).filter((operation) => !names.has(operation));
  if (unknown.length > 0) throw new Error(`Rules of operations that do not exist: ${unknown.join(', ')}`);
}

function isRuleInWords({ method, path }: Operation, fault: { path: string; message: string }): boolean {
  const { message } = fault;
  const text = `${fault.path}: ${message}`;
  if (DEPENDS.some(([operation, rule]) => operation === `${method} ${path}` && rule.test(text))) return true;
  return IN_WORDS.some((rule) => rule.test(message));
}

function maxResponseTime({ answer }: Context): Finding {
  return answer.ms <= MAX_RESPONSE_MS ? null : { shape: 'slow', detail: `${Math.round(answer.ms)} ms` };
}

/** An error has a code of the catalogue, with its status. */
function errorCatalogue({ answer }: Context): Finding {
  if (answer.status < 400) return null;
  const code = codeOf(answer);
  const known = (ERRORS as Readonly<Record<string, { status: number }>>)[code];
  return known?.status === answer.status ? null : { shape: code, detail: beginning(answer) };
}

function leakedInsides({ answer }: Context): Finding {
  if (answer.status < 400) return null;
  const leaked = INSIDES.exec(answer.body.toString());
  return leaked === null ? null : { shape: leaked[0].slice(0, 40), detail: beginning(answer) };
}

/** The code of an error's body. */
export function codeOf(answer: FuzzAnswer): string {
  const body = parse(answer.body.toString()) as { code?: unknown } | undefined;
  return typeof body?.code === 'string' ? body.code : 'no code';
}

function typeOf({ headers }: FuzzAnswer): string {
  return headers['content-type']?.split(';')[0] ?? 'none';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function beginning({ status, body }: FuzzAnswer): string {
  return `${status} ${body.toString().slice(0, 300)}`;
}

export function requestText({ method, url, body }: FuzzRequest): string {
  return `${method} ${url} ${body?.toString().slice(0, 400) ?? ''}`;
}
