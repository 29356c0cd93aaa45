import { errorExamples } from './error-examples.ts';
import answers from './golden/answers.json' with { type: 'json' };
import { EXAMPLE_REQUESTS, PATH_EXAMPLES } from './requests.ts';

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

/** The recorded answers to the requests of `requests.ts`, by operation, status and type, then by contract variant. */
export type RecordedAnswers = Record<string, Partial<Record<'A' | 'B', unknown>>>;

const NDJSON = 'application/x-ndjson';

/** Names a recorded answer. `shows` is that of its request. */
export function answerKey(operationId: string, status: number | string, type: string, shows = ''): string {
  return `${operationId} ${status} ${type}${shows && ` ${shows}`}`;
}

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
      const request = EXAMPLE_REQUESTS.find(
        (each) => each.operationId === operationId && each.headers?.['content-type'] === type,
      );
      if (type === NDJSON) allowText(media);
      if (request !== undefined) show(media, readBody(type, request.body ?? ''));
    }
    const kind = { tag: operation.tags[0] ?? '', takesBody: requestBody !== undefined };
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [type, media] of Object.entries(content)) {
        if (type === NDJSON) allowText(media);
        const recorded = (answers as RecordedAnswers)[answerKey(operationId, status, type)];
        if (recorded !== undefined) showVariants(media, recorded);
        else if (Number(status) >= 400) showSeveral(media, errorExamples(Number(status), kind));
        for (const { shows } of EXAMPLE_REQUESTS.filter((each) => each.operationId === operationId)) {
          const further = shows && (answers as RecordedAnswers)[answerKey(operationId, status, type, shows)];
          if (further) showSeveral(media, { ...media.examples, ...namedByVariant(further, shows) });
        }
      }
    }
  }
  return document;
}

/** A body as an example shows it: JSON as its value, any other body as text. */
export function readBody(type: string, body: string): unknown {
  return type === 'application/json' ? JSON.parse(body) : body;
}

/** The schema of NDJSON is the schema of one line; an example is the text of several lines. */
function allowText(media: Media): void {
  media.schema = { anyOf: [media.schema, { type: 'string', description: 'Lines, each as JSON.' }] };
}

function showVariants(media: Media, recorded: RecordedAnswers[string]): void {
  if (recorded.B === undefined) {
    show(media, recorded.A);
    return;
  }
  showSeveral(media, namedByVariant(recorded));
}

function namedByVariant(recorded: RecordedAnswers[string], shows?: string): Examples {
  const examples = Object.entries(recorded).map(([variant, value]) => [
    shows === undefined ? `Variant ${variant}` : `${shows}, Variant ${variant}`,
    { value },
  ]);
  return Object.fromEntries(examples);
}

function showSeveral(media: Media, examples: Examples): void {
  delete media.example;
  media.examples = examples;
}

function show(media: Media, example: unknown): void {
  delete media.examples;
  media.example = example;
}
