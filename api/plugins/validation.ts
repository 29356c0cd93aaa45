import type { FastifySchemaCompiler } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { faultsOf, MAX_FAULTS_SHOWN, validationFailed } from '../../shared/foundation/errors/faults.ts';

const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', headers: 'headers' };

const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = PARTS[httpPart ?? '']!;
  return (data) => {
    const result = schema.safeParse(data);
    if (result.success) return { value: result.data };
    const { issues } = result.error;
    const counted = issues.length < MAX_FAULTS_SHOWN ? 'all' : 'so far';
    return { error: validationFailed(faultsOf(issues, part), part, counted) };
  };
};

/**
 * The zod schemas of a route check its requests. They do not check bodies, which a route checks when it reads them, and they
 * do not check its answers: a pass over 9 MB of results costs time. The documentation and the tests use the schemas of
 * answers.
 */
export default fp(
  async (app) => {
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(() => JSON.stringify);
  },
  { name: 'validation' },
);
