import type { z } from 'zod';
import { AppError, type Fault } from '../../foundation/errors/app-error.ts';
import { faultPath, faultsOf, validationFailed } from '../../foundation/errors/faults.ts';
import { dataFault } from '../order-limits.ts';
import { parseJsonBody } from './json-body.ts';
import { bufferOf, type WholeBody } from './whole-body.ts';

/**
 * Reads a small JSON object without unknown members. An empty or missing body is
 * read as an empty object. Throws AppError: invalid_json, client_id_in_body, validation_failed with the path of each
 * unknown member.
 */
export function readStrictBody<T extends z.ZodType>(schema: T, body: WholeBody | null): z.output<T> {
  return checkObject(schema, parseObject(body));
}

/** Reads a patch in the same way. Returns it as it was sent, without defaults for members that were left out. */
export function readPatch(schema: z.ZodType, body: WholeBody | null): Record<string, unknown> {
  const sent = parseObject(body);
  checkObject(schema, sent);
  // A patch is applied by recursion, and the schema may allow any value for a member: so its depth is limited.
  // Its members are not: an account file may have many thousands of rules.
  for (const [path, value] of Object.entries(sent as object)) {
    const message = dataFault(value, Number.POSITIVE_INFINITY);
    if (message !== null) throw validationFailed([{ path, message }]);
  }
  return sent as Record<string, unknown>;
}

function parseObject(body: WholeBody | null): unknown {
  return body === null || body.bytes.length === 0 ? {} : parseJsonBody(bufferOf(body));
}

function checkObject<T extends z.ZodType>(schema: T, sent: unknown): z.output<T> {
  if (typeof sent === 'object' && sent !== null && 'client_id' in sent)
    throw new AppError('client_id_in_body');
  const checked = schema.safeParse(sent);
  if (checked.success) return checked.data;
  throw validationFailed(strictFaults(checked.error.issues));
}

/** Issues as faults, with the path of each unknown member. */
export function strictFaults(issues: readonly z.core.$ZodIssue[]): Fault[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return faultsOf([issue]);
    return issue.keys.map((key) => ({
      path: faultPath([...issue.path, key]),
      message: 'is not known to this endpoint',
    }));
  });
}
