import { z } from 'zod';
import { accountFile } from './account-file-schema.ts';

/** A JSON Schema (draft 2020-12), as far as the account file's needs it. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * The JSON Schema of the account file as a person writes it, for editors. What it cannot say (ZIPs that exist, lists
 * without repetitions, what the client has) only `account apply` checks.
 */
export function accountFileJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(accountFile, {
    io: 'input',
    // Only for programs: a person's file may hold these lists.
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
    },
  });
  return { title: 'Account file of the warehouse routing service', ...schema } as JsonSchema;
}
