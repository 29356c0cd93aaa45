import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../../../shared/foundation/json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** A documented answer: its headers and bodies. */
interface Response {
  readonly content?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: JsonSchema }>>;
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly unknown[];
}

/** One operation of a document. */
export interface Operation {
  readonly document: Document;
  /** In capitals. */
  readonly method: string;
  /** With its parameters: `/api/v1/orders/{order_id}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By media type; none if it takes no body. */
  readonly bodies: Readonly<Record<string, Media>>;
  readonly responses: Readonly<Record<string, Response>>;
  /** Whether it needs no credential. */
  readonly isPublic: boolean;
}

/** Which of the two APIs a document describes. */
export type ApiName = 'customer' | 'account';

interface Content {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathItem>>>>;
}

/** An OpenAPI document, to make requests from and to check answers with. */
export class Document {
  readonly api: ApiName;
  readonly operations: readonly Operation[];
  readonly #content: Content;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #validators = new Map<unknown, ValidateFunction>();

  constructor(api: ApiName, content: unknown) {
    this.api = api;
    this.#content = content as Content;
    (addFormats as unknown as (to: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(content as object, 'openapi');
    this.operations = Object.entries(this.#content.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, item]) => ({
        document: this,
        method: method.toUpperCase(),
        path,
        parameters: item.parameters ?? [],
        bodies: item.requestBody?.content ?? {},
        responses: item.responses,
        isPublic: item.security?.length === 0,
      })),
    );
  }

  /** The methods that a path has in the document. */
  methodsAt(path: string): string[] {
    return Object.keys(this.#content.paths[path] ?? {}).map((method) => method.toUpperCase());
  }

  /** The schema itself, not a reference to it. */
  resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    const steps = schema.$ref.split('/').slice(1);
    return this.resolve(
      steps.reduce(
        (at, step) => (at as Record<string, unknown>)[step],
        this.#content as unknown,
      ) as JsonSchema,
    );
  }

  /** The first fault of `value` against a schema of the document; null if there is none. */
  faultOf(schema: JsonSchema, value: unknown): ErrorObject | null {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      validate = this.#ajv.compile(absolute(schema) as object);
      this.#validators.set(schema, validate);
    }
    return validate(value) ? null : validate.errors![0]!;
  }
}

/** References are to the document, wherever the schema is compiled. */
function absolute(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(absolute);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? `openapi${value}`
        : absolute(value),
    ]),
  );
}
