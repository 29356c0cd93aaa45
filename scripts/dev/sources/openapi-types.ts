import type { JsonSchema } from '../../../shared/foundation/json-schema.ts';

interface Parameter {
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Writes an OpenAPI 3.1 document as the TypeScript types that openapi-fetch needs (`paths` and `components`), and the
 * bodies of its webhooks.
 * openapi-typescript is not used, because it needs TypeScript's JavaScript API, which version 7 does not have.
 */
export function clientTypes(document: unknown, madeFrom: string): string {
  const { paths, webhooks, components } = document as Document;
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `${comment(schema)}${JSON.stringify(name)}: ${typeOf(schema)};`,
  );
  const routes = Object.entries(paths).map(
    ([path, operations]) => `${JSON.stringify(path)}: ${pathType(operations)};`,
  );
  const events = Object.entries(webhooks).map(
    ([type, { post }]) =>
      `${JSON.stringify(type)}: ${typeOf(post.requestBody!.content['application/json']!.schema!)};`,
  );
  return [
    `// Made from ${madeFrom} by the build. Not to be edited.`,
    `export interface paths {\n${routes.join('\n')}\n}`,
    `export interface webhooks {\n${events.join('\n')}\n}`,
    `export interface components {\nschemas: {\n${schemas.join('\n')}\n};\n}`,
    '',
  ].join('\n');
}

function pathType(operations: Readonly<Record<string, Operation>>): string {
  const methods = METHODS.map((method) => {
    const operation = operations[method];
    return operation === undefined ? `${method}?: never;` : `${method}: ${operationType(operation)};`;
  });
  const none = 'parameters: { query?: never; header?: never; path?: never; cookie?: never };';
  return `{\n${none}\n${methods.join('\n')}\n}`;
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const places = (['query', 'header', 'path'] as const).map((place) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return `${place}?: never;`;
    const fields = here.map(
      ({ name, required, schema }) => `${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema)};`,
    );
    return `${place}${here.some(({ required }) => required) ? '' : '?'}: { ${fields.join(' ')} };`;
  });
  const answers = Object.entries(responses).map(
    ([status, { content }]) =>
      `${status}: { headers: { [name: string]: unknown }; ${content === undefined ? 'content?: never;' : `content: ${contentType(content)};`} };`,
  );
  const body =
    requestBody === undefined
      ? 'requestBody?: never;'
      : `requestBody${requestBody.required ? '' : '?'}: { content: ${contentType(requestBody.content)} };`;
  return `{\nparameters: { ${places.join(' ')} cookie?: never; };\n${body}\nresponses: {\n${answers.join('\n')}\n};\n}`;
}

function contentType(content: Content): string {
  const types = Object.entries(content).map(
    ([type, { schema }]) => `${JSON.stringify(type)}: ${schema === undefined ? 'unknown' : typeOf(schema)};`,
  );
  return `{ ${types.join(' ')} }`;
}

/** The type of a schema: its own type, one of `anyOf`, and all of `allOf`. */
function typeOf(schema: JsonSchema): string {
  const { allOf } = schema;
  const anyOf = schema.anyOf ?? schema.oneOf;
  const parts = [
    ownType(schema),
    anyOf === undefined ? null : anyOf.map((each) => `(${typeOf(each)})`).join(' | '),
    ...(allOf ?? []).map(typeOf),
  ].filter((part) => part !== null);
  if (parts.length === 0) return 'unknown';
  return parts.length === 1 ? parts[0]! : parts.map((part) => `(${part})`).join(' & ');
}

function ownType(schema: JsonSchema): string | null {
  if (schema.$ref !== undefined) {
    return `components['schemas'][${JSON.stringify(schema.$ref.split('/').at(-1))}]`;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => plainType({ ...schema, type })).join(' | ');
  return plainType(schema);
}

function plainType(schema: JsonSchema): string | null {
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return `(${schema.items === undefined ? 'unknown' : typeOf(schema.items)})[]`;
    case 'object':
      return objectType(schema);
    default:
      return schema.required === undefined ? null : objectType(schema);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${comment(field)}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`,
  );
  for (const name of required) if (!(name in properties)) fields.push(`${JSON.stringify(name)}: unknown;`);
  if (typeof additionalProperties === 'object')
    fields.push(`[key: string]: ${typeOf(additionalProperties)};`);
  return fields.length === 0 ? '{ [key: string]: unknown }' : `{\n${fields.join('\n')}\n}`;
}

function comment({ description }: JsonSchema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;
}
