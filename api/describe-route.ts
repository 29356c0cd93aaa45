import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { z } from 'zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schemas of the body that the route takes, by media type. For the document: the route checks its body itself. */
    ownBodies?: Readonly<Record<string, z.ZodType>>;
  }
}

type Transformed = Parameters<typeof jsonSchemaTransform>[0];
type Described = ReturnType<typeof jsonSchemaTransform>;

/** A route for OpenAPI: its schemas, with those of `ownBodies`. */
export function describeRoute(document: Transformed): Described {
  const described = jsonSchemaTransform(document);
  const content = document.route.config?.ownBodies;
  if (!content) return described;
  const schemaOf = (body: z.ZodType) => jsonSchemaTransform({ ...document, schema: { body } }).schema.body;
  const entries = Object.entries(content).map(([type, schema]) => [type, { schema: schemaOf(schema) }]);
  const body = { content: Object.fromEntries(entries) };
  return { ...described, schema: { ...described.schema, body } };
}

/** Hides a route in a document because it belongs to another document. */
export function hideRoute({ url }: Transformed): Described {
  return { schema: { hide: true }, url };
}
