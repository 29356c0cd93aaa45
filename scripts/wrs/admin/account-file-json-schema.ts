import { z } from 'zod';
import { accountFile } from '../../../shared/contracts/account/account-file-schema.ts';
import type { JsonSchema } from '../../../shared/foundation/json-schema.ts';

/**
 * The JSON Schema of the account file as a person writes it, for editors. Only `account apply` checks what a
 * schema cannot express: ZIPs that exist, lists without repetitions, what the client has.
 */
export function accountFileJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(accountFile, {
    io: 'input',
    // Only for programs: a person's file may have these lists.
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
    },
  });
  return { title: 'Account file of the warehouse routing service', ...schema } as JsonSchema;
}
