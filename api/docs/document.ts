import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { EVENT_BODIES } from '../../shared/contracts/webhook-events.ts';
import { packageVersion } from '../../shared/foundation/project-root.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schemas of the body that the route takes, by media type. The route checks its body itself. */
    ownBodies?: Readonly<Record<string, z.ZodType>>;
  }
}

type Transformed = Parameters<typeof jsonSchemaTransform>[0];
type Described = ReturnType<typeof jsonSchemaTransform>;

/** What an OpenAPI document says of itself and of the service. */
export function documentHead(head: {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}) {
  const { title, ...texts } = head;
  const license = { name: 'MIT', identifier: 'MIT' };
  return {
    openapi: '3.1.0',
    info: { title, version: packageVersion(), ...texts, license },
    servers: [{ url: '/', description: 'This service' }],
    webhooks: WEBHOOKS,
  };
}

/** A route for OpenAPI: its schemas, with those of `ownBodies`. */
export function describeRoute(document: Transformed): Described {
  const described = jsonSchemaTransform(document);
  const bodies = document.route.config?.ownBodies;
  if (!bodies) return described;
  const schemaOf = (body: z.ZodType) => jsonSchemaTransform({ ...document, schema: { body } }).schema.body;
  const entries = Object.entries(bodies).map(([type, schema]) => [type, { schema: schemaOf(schema) }]);
  const body = { content: Object.fromEntries(entries) };
  // A missing body is read as {} (readStrictBody).
  const mayBeMissing = Object.values(bodies).some((schema) => schema.safeParse({}).success);
  return {
    ...described,
    schema: { ...described.schema, body, ...(mayBeMissing && { [MAY_BE_MISSING]: true }) },
  };
}

/** Marks an operation until describeDocument: the plugin writes of each body that it is required. */
const MAY_BE_MISSING = 'x-body-may-be-missing';

/** The whole document, with its component schemas. */
export const describeDocument: NonNullable<FastifyDynamicSwaggerOptions['transformObject']> = (document) =>
  corrected(pruneUnusedSchemas(jsonSchemaTransformObject(document)));

/**
 * Removes the component schemas that nothing refers to. Each zod schema comes twice, as input and as output, and most are
 * used once. Sorts the others by name, because zod lists them in the order in which modules were loaded.
 */
function pruneUnusedSchemas<T extends object>(document: T): T {
  const { components } = document as { components?: { schemas?: Record<string, unknown> } };
  const schemas = components?.schemas;
  if (!schemas) return document;
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit({ ...document, components: { ...components, schemas: {} } });
  const sorted = Object.fromEntries([...used].sort().map((name) => [name, schemas[name]]));
  return { ...document, components: { ...components, schemas: sorted } };
}

/**
 * Says which bodies may be missing, and removes `readOnly` from the schemas: zod writes it for a value that the code does
 * not change, and in OpenAPI it means a member that requests must not have.
 */
function corrected<T extends object>(document: T): T {
  return JSON.parse(JSON.stringify(document), (name, value) => {
    if (name === 'readOnly' && value === true) return undefined;
    if (value?.[MAY_BE_MISSING] !== true) return value;
    const { [MAY_BE_MISSING]: _, requestBody, ...operation } = value;
    return { ...operation, requestBody: { ...requestBody, required: false } };
  });
}

/** The member `webhooks` of an OpenAPI document: what the service sends to endpoints. */
const WEBHOOKS = Object.fromEntries(
  Object.entries(EVENT_BODIES).map(([type, body]) => [
    type,
    {
      post: {
        operationId: `on${body.meta()!.id}`,
        tags: ['Webhooks'],
        summary: `The event ${type}`,
        description: 'Signed by Standard Webhooks. Any answer but a 2xx is tried again.',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: `#/components/schemas/${body.meta()!.id}` } },
          },
        },
        responses: { '204': { description: 'The event is taken.' } },
      },
    },
  ]),
);
