import { AppError } from '../../shared/foundation/errors/app-error.ts';
import { CUSTOMER_ERROR_CODES, ERRORS, type ErrorCode } from '../../shared/foundation/errors/catalogue.ts';
import { validationFailed } from '../../shared/foundation/errors/faults.ts';
import { errorBodyOf } from '../http-errors.ts';

import recorded from './golden/examples.json' with { type: 'json' };

type Examples = Record<string, { value: unknown }>;

interface Media {
  schema?: unknown;
  example?: unknown;
  examples?: Examples;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: { readonly name: string; readonly in: string; example?: unknown }[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<string, { readonly content?: Record<string, Media> }>;
}

/** An answer by contract variant. */
type Answers = Partial<Record<'A' | 'B', unknown>>;

/** Requests and answers that a test has recorded. */
export interface RecordedExamples {
  /** By operation and type. */
  readonly requests: Record<string, unknown>;
  /** By operation, status and type. */
  readonly answers: Record<string, Answers>;
}

const { requests, answers }: RecordedExamples = recorded;

/** The bodies that /docs shows, by operation and type. */
export const EXAMPLE_BODIES = requests;

/** Examples of path parameters: the first run and order of the recorded requests, which the quickstart sends first. */
const PATH_EXAMPLES: Readonly<Record<string, string | number>> = {
  routing_run_id: 1,
  routing_decision_id: 1,
  order_id: 'SO-1001',
  what_if_id: 1,
};

const NDJSON = 'application/x-ndjson';

/** Gives every parameter of a path, every body and every answer its own example. Changes the document. */
export function withExamples<T extends object>(document: T): T {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { operationId, parameters = [], requestBody, responses } = operation;
    for (const parameter of parameters) {
      const example = PATH_EXAMPLES[parameter.name];
      if (parameter.in === 'path' && example !== undefined) parameter.example = example;
    }
    for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
      const request = requests[`${operationId} ${type}`];
      if (type === NDJSON) allowText(media);
      if (request !== undefined) show(media, { example: request });
    }
    const kind = { tag: operation.tags[0] ?? '', takesBody: requestBody !== undefined };
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [type, media] of Object.entries(content)) {
        if (type === NDJSON) allowText(media);
        const key = `${operationId} ${status} ${type}`;
        if (answers[key] !== undefined) showVariants(media, answers[key]);
        else if (Number(status) >= 400) show(media, { examples: errorExamples(Number(status), kind) });
      }
    }
  }
  return document;
}

/** The schema of NDJSON is the schema of one line; an example is the text of several lines. */
function allowText(media: Media): void {
  media.schema = { anyOf: [media.schema, { type: 'string', description: 'Lines, each as JSON.' }] };
}

/** The same for both variants is one example. */
function showVariants(media: Media, recorded: Answers): void {
  if (recorded.B === undefined) show(media, { example: recorded.A });
  else show(media, { examples: namedByVariant(recorded) });
}

function namedByVariant(recorded: Answers): Examples {
  return Object.fromEntries(
    Object.entries(recorded).map(([variant, value]) => [`Variant ${variant}`, { value }]),
  );
}

/** A media type has either one example or several. */
function show(media: Media, { example, examples }: Pick<Media, 'example' | 'examples'>): void {
  delete media.example;
  delete media.examples;
  Object.assign(media, examples === undefined ? { example } : { examples });
}

/** What decides which errors an operation may answer with: the tag of its resource, and whether it takes a body. */
interface OperationKind {
  readonly tag: string;
  readonly takesBody: boolean;
}

const ORDERS = (kind: OperationKind) => kind.takesBody && (kind.tag === 'Orders' || kind.tag === 'Runs');
const STOCK = (kind: OperationKind) => kind.takesBody && kind.tag === 'Inventory';
/** For errors of the operator's pages, and of bytes that are no request. */
const NOWHERE = () => false;
const BODIES = (kind: OperationKind) => kind.takesBody;

/** Codes that only some operations answer with. */
const ONLY_OF: Readonly<Partial<Record<ErrorCode, (kind: OperationKind) => boolean>>> = {
  invalid_json: BODIES,
  missing_order_id: ORDERS,
  missing_lines: ORDERS,
  duplicate_order_id: ORDERS,
  too_many_orders: ORDERS,
  usage_limit: ORDERS,
  client_id_in_body: BODIES,
  unknown_warehouse: STOCK,
  duplicate_inventory_row: STOCK,
  too_many_rows: STOCK,
  upload_limit: STOCK,
  incompatible_options: ORDERS,
  not_signed_in: NOWHERE,
  other_site: NOWHERE,
  missing_scope: ({ tag }) => tag !== 'Account',
  request_timeout: NOWHERE,
  reroute_worse: NOWHERE, // its body also has a dry run
  run_not_failed: ({ tag }) => tag === 'Runs',
  run_ended: ({ tag }) => tag === 'Runs',
  outcome_unknown: BODIES,
};

/** The error bodies that an operation may answer with this status, by their code. */
function errorExamples(status: number, kind: OperationKind): Record<string, { value: unknown }> {
  const codes = CUSTOMER_ERROR_CODES.filter(
    (code) => ERRORS[code].status === status && (ONLY_OF[code]?.(kind) ?? true),
  );
  return Object.fromEntries(codes.map((code) => [code, { value: errorBodyOf(exampleOf(code, kind)) }]));
}

function exampleOf(code: ErrorCode, { takesBody }: OperationKind): AppError {
  if (code !== 'validation_failed') return new AppError(code);
  return takesBody
    ? validationFailed([{ path: 'lines[0].quantity', message: 'must be at least 1' }])
    : validationFailed([{ path: 'limit', message: 'must be at most 1000' }], 'query');
}
