import type { FastifyInstance } from 'fastify';
import { contractFault, OpenApiDocument, operationAt } from '../../shared/testing/openapi-document.ts';

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
  const document = new OpenApiDocument(content);
  return ({ method, url, status, contentType, body }) => {
    const operation = operationAt([document], method, url);
    // A path that the document does not have is answered with an error of the catalogue, which other tests check.
    // So is a 405 at a path that it has for other methods, which is also a name in another path: GET /orders/route.
    const isFixed = document.operations.some(({ path }) => path === url.split('?', 1)[0]);
    if (operation === null || (status === 405 && isFixed)) return null;
    const type = contentType?.split(';')[0] ?? '';
    const fault = contractFault(operation, { status, type, text: body });
    return fault === null ? null : `${operation.route}: ${status}: ${fault.detail}`;
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
