import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Shape } from '../foundation/json-form.ts';
import { variantA } from './a/present.ts';
import { orderResultA, runResponseA } from './a/schema.ts';
import { variantB } from './b/present.ts';
import { batchResponseB, orderResultB } from './b/schema.ts';
import { recordId } from './common.ts';

/** A dry run has no ids, and says what it is. The forms write it, too. What orders shipped together is written as it is. */
const noId = { routing_run_id: recordId.nullable(), optimization: z.looseObject({}).optional() };
const noDecisionId = { routing_decision_id: recordId.nullable() };
const dryRun = { dry_run: z.literal(true).optional() };

/** What each table of fields writes, and the schema that the contract promises it by. */
const TABLES = [
  ['order result A', variantA.shapes.result, orderResultA.extend(noDecisionId)],
  ['order result B', variantB.shapes.result, orderResultB.extend(noDecisionId)],
  [
    'run A',
    variantA.shapes.run,
    runResponseA
      .omit({ results: true, warnings: true })
      .extend({ ...noId, client_run_number: recordId.nullable(), ...dryRun }),
  ],
  [
    'batch B',
    variantB.shapes.run,
    batchResponseB.omit({ results: true, warnings: true }).extend({ ...noId, ...dryRun }),
  ],
] as const;

describe('the tables of fields', () => {
  it.each(TABLES)('of the %s have the members of its schema, in its order', (_, members, schema) => {
    const promised = z.toJSONSchema(schema) as JsonSchema;
    expect(listed({ type: 'object', members })).toEqual(listed(shapeOf(promised, promised.$defs ?? {})));
  });
});

interface JsonSchema {
  /** With null: an array of two. */
  readonly type?: Shape['type'] | 'null' | readonly [Shape['type'], 'null'];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** A member a line: its path, type, and `?` where it may be null or absent. */
function listed(shape: Shape, path = ''): string[] {
  const { type, nullable, optional, items, members = {} } = shape;
  return [
    `${path}: ${type}${nullable ? ' or null' : ''}${optional ? ', optional' : ''}`,
    ...(items === undefined ? [] : listed(items, `${path}[]`)),
    ...Object.entries(members).flatMap(([name, member]) => listed(member, `${path}.${name}`)),
  ];
}

function shapeOf(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): Shape {
  if (schema.$ref !== undefined) return shapeOf(defs[schema.$ref.replace('#/$defs/', '')]!, defs);
  const options = schema.anyOf ?? schema.oneOf;
  if (options === undefined) {
    const { type, items, properties = {}, required = [] } = schema;
    const members = Object.entries(properties).map(([name, member]) => {
      const shape = shapeOf(member, defs);
      return [name, required.includes(name) ? shape : { ...shape, optional: true as const }] as const;
    });
    return {
      type: [type].flat()[0] as Shape['type'],
      ...(Array.isArray(type) && { nullable: true }),
      ...(items && { items: shapeOf(items, defs) }),
      ...(members.length > 0 && { members: Object.fromEntries(members) }),
    };
  }
  const shapes = options.filter(({ type }) => type !== 'null').map((option) => shapeOf(option, defs));
  const all = shapes.flatMap(({ members = {} }) => Object.entries(members));
  const isCommon = (name: string) => shapes.every(({ members = {} }) => name in members);
  return {
    ...shapes[0]!,
    ...(shapes.length < options.length && { nullable: true }),
    ...(shapes.length > 1 && {
      members: Object.fromEntries(
        all.map(([name, member]) => [name, isCommon(name) ? member : { ...member, optional: true as const }]),
      ),
    }),
  };
}
