import { errorExamples } from './error-examples.ts';
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
