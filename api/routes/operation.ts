import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteShorthandOptions,
} from 'fastify';
import { z } from 'zod';
import { readStrictBody } from '../../shared/contracts/intake/strict-body.ts';

/** What an operation of an API takes, for the document and for the checks of a request. */
export interface Takes<P extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> {
  readonly params?: P;
  readonly query?: Q;
  /** They also say which errors the operation may answer: see `errorsOf`. */
  readonly headers?: z.ZodObject;
  /** The schema of its body by media type. The operation reads it itself. */
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

/** What `handle` returns if it answers nothing. */
type Nothing<A extends z.ZodType> = z.output<A> extends undefined ? Promise<void> : never;

type Responses = Readonly<Record<number, z.ZodType | OtherAnswer>>;

/** An operation of an API: its documentation, what it takes, what it does and answers. */
interface Operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>
  extends Takes<P, Q>,
    Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'> {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly config?: FastifyContextConfig;
  /** Instead of `bodies`: the schema of a JSON body that is read strictly before `handle` is called. */
  readonly body?: B;
  readonly answer: A | OtherAnswer;
  /** Of its answer; left out: 200, and 204 if it answers nothing. */
  readonly status?: number;
  /** What else it may answer, beside what `errorsOf` says. */
  readonly responses?: Responses;
  handle(
    request: FastifyRequest<{ Params: z.output<P>; Querystring: z.output<Q> }>,
    reply: FastifyReply,
    body: z.output<B>,
  ): Promise<Written<z.output<NoInfer<A>>> | FastifyReply> | Nothing<NoInfer<A>>;
}

/** A body that is read on the event loop may have so many bytes: it takes some milliseconds. Larger ones go by `answerBody`. */
export const READ_HERE_BYTES = 128 * 1024;

/** A body that is read before anybody is known, or that is about one person. */
const SMALL_BYTES = 16 * 1024;
const OF_ONE_PERSON: readonly unknown[] = ['public', 'person', 'own'];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Makes the function that adds operations to an API. `errorsOf` says what an operation may answer by what it takes. */
export function operationAdder(errorsOf: (takes: Takes) => Responses) {
  return <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
    app: FastifyInstance,
    tag: string,
    endpoint: `${Method} /${string}`,
    operation: Operation<P, Q, B, A>,
  ): void => {
    const { operationId, summary, description, params, query, headers, ...rest } = operation;
    const { body, bodies = body && { 'application/json': body }, answer, responses } = rest;
    const { status = answer instanceof z.ZodUndefined ? 204 : 200, config = {} } = rest;
    const usualLimit = OF_ONE_PERSON.includes(config.role) ? bodies && SMALL_BYTES : body && READ_HERE_BYTES;
    const { bodyLimit = usualLimit } = rest;
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
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(rest.onRequest && { onRequest: rest.onRequest }),
      // A page that a browser is sent to acts when it is read.
      ...('content' in answer && 'text/html' in answer.content && { exposeHeadRoute: false }),
      config: { ...config, ...(bodies && { ownBodies: bodies }) },
      handler: (request, reply) =>
        request.server.admission.admit(request, reply, async () => {
          const read = body && readStrictBody(body, request.wholeBody);
          return operation.handle(request as never, reply.code(status), read as z.output<B>);
        }),
    });
  };
}
