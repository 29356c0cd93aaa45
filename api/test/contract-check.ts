import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An answer of the API. */
export interface Answer {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** The difference of an answer from the service's OpenAPI document; null if there is none. */
export type ContractCheck = (answer: Answer) => string | null;

/** Makes a check of answers from an OpenAPI document of the application. */
export function contractCheckOf(content: unknown): ContractCheck {
  const document = content as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'openapi');
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (...path: readonly string[]): ValidateFunction => {
    const pointer = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const known = validators.get(pointer);
    if (known) return known;
    const compiled = ajv.compile({ $ref: `openapi#/${pointer}` });
    validators.set(pointer, compiled);
    return compiled;
  };
  return ({ method, url, status, contentType, body }) => {
    const path = pathOf(document, url.split('?')[0]!);
    // A path that the document does not have is answered with an error of the catalogue, which other tests check.
    const operation = path === null ? undefined : document.paths[path]![method.toLowerCase()];
    if (path === null || operation === undefined) return null;
    const at = `${method} ${path}: ${status}`;
    const response = operation.responses[String(status)];
    if (response === undefined) return `${at} is not in the document`;
    const type = contentType?.split(';')[0] ?? '';
    if (response.content === undefined) return body === '' ? null : `${at} has a body`;
    if (!(type in response.content)) return `${at}: ${type} is not in the document`;
    if (type !== 'application/json') return null;
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    ];
    const validate = validatorOf(...pointer);
    return validate(JSON.parse(body)) ? null : `${at}: ${ajv.errorsText(validate.errors)}`;
  };
}

/** Made once: all applications have the same documents, whose schemas take a second to compile. */
let checkCustomer: ContractCheck | undefined;
let checkAccount: ContractCheck | undefined;

/** From now on, every answer of `app.inject` is checked. An answer that breaks the contract fails its test. */
export function checkInjected(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (...args: unknown[]) => ReturnType<FastifyInstance['inject']>;
  const checked = async (...args: unknown[]) => {
    const response = await inject(...args);
    checkCustomer ??= contractCheckOf(app.swagger());
    if (response.raw.req.url?.startsWith('/account/v1/')) {
      checkAccount ??= contractCheckOf((await inject('/account/openapi.json')).json());
    }
    const { method = '', url = '' } = response.raw.req;
    const answer = {
      method,
      url,
      status: response.statusCode,
      contentType: response.headers['content-type']?.toString(),
      body: response.payload,
    };
    const fault = checkCustomer(answer) ?? checkAccount?.(answer) ?? null;
    if (fault !== null) throw new Error(`The answer is not as its OpenAPI document says. ${fault}`);
    return response;
  };
  app.inject = checked as unknown as FastifyInstance['inject'];
}

/** The document's path that matches a URL's path. An exact match comes first. */
function pathOf(document: Document, path: string): string | null {
  if (path in document.paths) return path;
  const parts = path.split('/');
  const fits = (template: string) => {
    const wanted = template.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith('{') || part === parts[index])
    );
  };
  return Object.keys(document.paths).find(fits) ?? null;
}
