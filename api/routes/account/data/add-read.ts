import type { FastifyInstance, FastifySchema } from 'fastify';
import type { z } from 'zod';
import type { Principal } from '../../../../shared/accounts/principal.ts';

/** A GET on one ledger. */
interface LedgerRead<P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType> {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  /** Its description is the description of the answer. */
  readonly answer: A;
  readonly read: (request: {
    readonly params: z.output<P>;
    readonly query: z.output<Q>;
    readonly principal: Principal;
  }) => Promise<z.output<A>>;
}

/** Adds a GET to routes that work on a ledger. */
export function addRead<P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  url: string,
  { operationId, tag, summary, description, params, query, answer, read }: LedgerRead<P, Q, A>,
): void {
  const schema: FastifySchema = {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    response: { 200: answer },
  };
  app.get(url, { schema }, async (request) => {
    const { params, query, principal } = request;
    return read({ params: params as z.output<P>, query: query as z.output<Q>, principal });
  });
}
