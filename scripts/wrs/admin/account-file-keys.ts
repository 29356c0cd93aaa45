import type { JsonSchema } from '../../../shared/foundation/json-schema.ts';

/** One key of the account file. */
export interface AccountFileKey {
  /** `warehouses[].zip` */
  readonly path: string;
  readonly required: boolean;
  /** The possible values, in words; empty for an object or a list of objects. */
  readonly values: string;
  readonly description: string;
}

/** Every key of a schema, each after the key that contains it. Keys of several alternatives are listed once. */
export function keysOf(schema: JsonSchema): AccountFileKey[] {
  return keysIn(alternativesOf(schema), '');
}

function keysIn(holders: readonly JsonSchema[], prefix: string): AccountFileKey[] {
  const names = new Set(holders.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const path = `${prefix}${name}`;
    const schemas = holders.flatMap(({ properties = {} }) => properties[name] ?? []);
    const alternatives = schemas.flatMap(alternativesOf);
    const elements = alternatives.flatMap(({ items = {} }) => alternativesOf(items));
    return [
      {
        path,
        required: holders.every(({ required = [] }) => required.includes(name)),
        values: [...new Set(schemas.flatMap(valuesOf))].join(', '),
        description: schemas.find(({ description }) => description !== undefined)?.description ?? '',
      },
      ...keysIn(alternatives, `${path}.`),
      ...keysIn(elements, `${path}[].`),
    ];
  });
}

/** A schema itself, or its alternatives. */
function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const alternatives = schema.oneOf ?? schema.anyOf;
  return alternatives === undefined ? [schema] : alternatives.flatMap(alternativesOf);
}

function valuesOf(schema: JsonSchema): string[] {
  const values = alternativesOf(schema).flatMap(ownValues);
  const isPlain = schema.default === undefined || JSON.stringify(schema.default) === '{}';
  return isPlain ? values : [...values, `default ${JSON.stringify(schema.default)}`];
}

function ownValues({ type, items, minimum, maximum, ...schema }: JsonSchema): string[] {
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.enum !== undefined) return schema.enum.map(String);
  switch (type) {
    case 'string':
      return ['text'];
    case 'boolean':
      return ['true', 'false'];
    case 'null':
      return ['null'];
    case 'integer':
      return [`a whole number from ${minimum}${maximum! < 2 ** 31 - 1 ? ` to ${maximum}` : ''}`];
    case 'number':
      return [`a number from ${minimum}`];
    case 'array':
      return items?.type === 'string' ? ['a list of texts'] : [];
    default:
      return [];
  }
}
