import type { FastifySchemaCompiler } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { faultsOf, validationFailed } from '../../shared/errors/faults.ts';

const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', headers: 'headers' };

const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = PARTS[httpPart ?? ''] ?? 'body';
  return (data) => {
    if (part === 'body' && Buffer.isBuffer(data)) return { value: data }; // no JSON: its route reads it
    const result = schema.safeParse(data);
    if (result.success) return { value: result.data };
    return { error: validationFailed(faultsOf(result.error.issues, part), part) };
  };
};

/** Bodies that are plainly right are taken as they are, all else is checked as on any route. */
export function unlessPlain<Schema>(isPlain: (body: unknown) => boolean): FastifySchemaCompiler<Schema> {
  return (part) => {
    const bySchema = validatorCompiler(part as never);
    if (part.httpPart !== 'body') return bySchema;
    return (body) => (isPlain(body) ? { value: body } : bySchema(body));
  };
}

/**
 * Requests are checked by the zod schemas of their routes. Answers are not: their schemas are what the
 * documentation and the tests go by, and a pass over 9 MB of results would only cost time.
 */
export default fp(
  async (app) => {
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(() => JSON.stringify);
  },
  { name: 'validation' },
);
