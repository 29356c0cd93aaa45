import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteShorthandOptions,
} from 'fastify';
import type { z } from 'zod';

/** What an operation of an API takes, for the document and for the checks of a request. */
export interface Takes<P extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> {
  readonly params?: P;
  readonly query?: Q;
  /** They also say which errors the operation may answer: see `errorsOf`. */
  readonly headers?: z.ZodObject;
  /** The schema of its body by media type. The operation reads its body itself. */
  readonly bodies?: Readonly<Record<string, z.ZodType>>;
}

/** An answer that is not only JSON, or is a stream. */
interface OtherAnswer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

/** A value that is written as the answer `T`: it may be read-only, and a Date is written as ISO 8601. */
type Written<T> = T extends object
  ? { readonly [K in keyof T]: Written<T[K]> }
  : string extends T
    ? T | Date
    : T;

type Responses = Readonly<Record<number, z.ZodType | OtherAnswer>>;

/** An operation of an API: its documentation, what it takes, what it does and answers. */
interface Operation<P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>
  extends Takes<P, Q>,
    Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'> {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly config?: FastifyContextConfig;
  /** A body that is JSON only: short for `bodies`. */
  readonly body?: z.ZodType;
  readonly answer: A | OtherAnswer;
  /** Of its answer; left out: 200. */
  readonly status?: number;
  /** What else it may answer, beside what `errorsOf` says. */
  readonly responses?: Responses;
  handle(
    request: FastifyRequest<{ Params: z.output<P>; Querystring: z.output<Q> }>,
    reply: FastifyReply,
  ): Promise<Written<z.output<NoInfer<A>>> | FastifyReply>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Makes the function that adds operations to an API. `errorsOf` says what an operation may answer by what it takes. */
export function operationAdder(errorsOf: (takes: Takes) => Responses) {
  return <P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>(
    app: FastifyInstance,
    endpoint: `${Method} /${string}`,
    operation: Operation<P, Q, A>,
  ): void => {
    const { operationId, tag, summary, description, params, query, headers, ...rest } = operation;
    const { body, bodies = body && { 'application/json': body }, answer, status = 200, responses } = rest;
    const [method, url] = endpoint.split(' ') as [Method, string];
    const schema: FastifySchema = {
      operationId,
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      response: {
        ...errorsOf({ ...operation, ...(bodies && { bodies }) }),
        ...responses,
        [status]: answer,
      },
    };
    app.route({
      method,
      url,
      schema,
      ...(rest.bodyLimit !== undefined && { bodyLimit: rest.bodyLimit }),
      ...(rest.onRequest && { onRequest: rest.onRequest }),
      ...('content' in answer && { exposeHeadRoute: false }),
      config: { ...rest.config, ...(bodies && { ownBodies: bodies }) },
      handler: (request, reply) => operation.handle(request as never, reply.code(status)),
    });
  };
}
