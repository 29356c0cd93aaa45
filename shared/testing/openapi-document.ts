import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../foundation/json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

type ByName<T> = Readonly<Record<string, T>>;

interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** A documented answer: its headers and bodies. */
interface Response {
  readonly content?: ByName<{ readonly schema?: JsonSchema }>;
  readonly headers?: ByName<{ readonly required?: boolean; readonly schema: JsonSchema }>;
}

interface Item {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: ByName<Media> };
  readonly responses: ByName<Response>;
  readonly security?: readonly unknown[];
}

interface Content {
  readonly paths: ByName<ByName<Item>>;
}

/** One operation of a document. */
export interface Operation {
  readonly document: OpenApiDocument;
  /** In capitals. */
  readonly method: string;
  /** With its parameters: `/api/v1/orders/{order_id}`. */
  readonly path: string;
  /** Both. */
  readonly route: string;
  readonly parameters: readonly Parameter[];
  /** By media type; none if it takes no body. */
  readonly bodies: ByName<Media>;
  readonly responses: ByName<Response>;
  /** Whether it needs no credential. */
  readonly isPublic: boolean;
}

/** An OpenAPI document, to check answers with and to make requests from. */
export class OpenApiDocument {
  readonly operations: readonly Operation[];
  readonly #content: Content;
  readonly #ajv = new Ajv2020({ strict: false });
  /** Schemas as ajv compiles them, because their references are to the document. */
  readonly #absolute = new Map<JsonSchema, object>();

  constructor(content: unknown) {
    this.#content = content as Content;
    (addFormats as unknown as (to: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(content as object, 'openapi');
    this.operations = Object.entries(this.#content.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, item]) => ({
        document: this,
        method: method.toUpperCase(),
        path,
        route: `${method.toUpperCase()} ${path}`,
        parameters: item.parameters ?? [],
        bodies: item.requestBody?.content ?? {},
        responses: item.responses,
        isPublic: item.security?.length === 0,
      })),
    );
  }

  /** The schema itself, not a reference to it. */
  resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    let found: unknown = this.#content;
    for (const step of schema.$ref.split('/').slice(1)) found = (found as Record<string, unknown>)[step];
    return this.resolve(found as JsonSchema);
  }

  /** The first fault of `value` against a schema of the document; null if there is none. */
  faultOf(schema: JsonSchema, value: unknown): ErrorObject | null {
    let absolute = this.#absolute.get(schema);
    if (absolute === undefined) {
      absolute = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"openapi#')) as object;
      this.#absolute.set(schema, absolute);
    }
    return this.#ajv.validate(absolute, value) ? null : this.#ajv.errors![0]!;
  }
}

/** How an answer differs from the document. */
interface ContractFault {
  readonly rule: 'status' | 'content type' | 'schema';
  /** The subject: a status, a type, a place in a schema. */
  readonly shape: string;
  readonly detail: string;
}

/** The first difference of an answer from its operation; null if there is none. `type`: without its parameters. */
export function contractFault(
  { document, responses }: Operation,
  { status, type, text }: { readonly status: number; readonly type: string; readonly text: string },
): ContractFault | null {
  const response = responses[status];
  if (response === undefined)
    return { rule: 'status', shape: String(status), detail: `${status} is not in the document` };
  if (response.content === undefined)
    return text === '' ? null : { rule: 'content type', shape: 'a body', detail: 'there is a body' };
  const media = response.content[type];
  if (media === undefined)
    return { rule: 'content type', shape: type, detail: `${type} is not in the document` };
  if (type !== 'application/json' || media.schema === undefined) return null;
  const value = parseJson(text);
  if (value === undefined) return { rule: 'schema', shape: 'no JSON', detail: text.slice(0, 300) };
  const fault = document.faultOf(media.schema, value);
  if (fault === null) return null;
  const { instancePath, keyword, message } = fault;
  const shape = `${instancePath.replaceAll(/\/\d+/g, '/n')} ${keyword}`;
  return { rule: 'schema', shape, detail: `${instancePath} ${message}` };
}

/** Undefined if the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The operation that a request is for; null if the documents have none. */
export function operationAt(
  documents: readonly OpenApiDocument[],
  method: string,
  url: string,
): Operation | null {
  const steps = url.split('?')[0]!.split('/');
  const fits = documents
    .flatMap(({ operations }) => operations)
    .filter((operation) => {
      const wanted = operation.path.split('/');
      return (
        operation.method === method &&
        wanted.length === steps.length &&
        wanted.every((part, at) => part === steps[at] || part.startsWith('{'))
      );
    });
  return fits.find(({ path }) => path === steps.join('/')) ?? fits[0] ?? null;
}
