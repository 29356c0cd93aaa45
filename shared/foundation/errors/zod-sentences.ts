import { z } from 'zod';

/** Kinds of values in words. */
const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'an ISO 8601 timestamp',
  date: 'a date as YYYY-MM-DD',
  email: 'an e-mail address',
  url: 'a URL',
};

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'element' };

/**
 * What is wrong with a value, as the end of a sentence that begins with its place: `lines[0].sku` "is required".
 * All sentences for zod's issues are here. A schema may still have its own sentence.
 */
function zodSentence(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  if (input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}${insteadOf(issue.expected, input)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return bound(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return bound(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in the documented format'}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'does not match any documented form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'is not valid';
  }
}

/** Makes zod use these sentences, in all schemas of the process. */
z.config({ customError: zodSentence });

function bound(origin: string, limit: number | bigint, relation: string): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${relation} ${limit}`;
  return `must have ${relation} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}

function insteadOf(expected: string, input: unknown): string {
  if (input === null) return ', not null';
  if (typeof input === 'number') {
    if (Number.isNaN(input)) return '';
    if (expected === 'number' && !Number.isFinite(input)) return `, and no larger than ${Number.MAX_VALUE}`; // 1e400
    return `, not ${expected === 'int' ? input : 'a number'}`;
  }
  const kind = KINDS[Array.isArray(input) ? 'array' : typeof input];
  return kind === undefined ? '' : `, not ${kind}`;
}
