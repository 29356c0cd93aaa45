import type { IntakeWarning } from '../contracts/intake-warning.ts';

/** An answer, a JSON object, with the warnings of its request as last member; without any, the same bytes. */
export function withWarnings<T extends string | Uint8Array>(
  answer: T,
  warnings: readonly IntakeWarning[] | null,
): T | Buffer {
  if (warnings === null) return answer;
  const bytes: Uint8Array = typeof answer === 'string' ? Buffer.from(answer) : answer;
  const members = Buffer.from(`,"warnings":${JSON.stringify(warnings)}}`);
  return Buffer.concat([bytes.subarray(0, -1), members]); // the last byte closes the object
}
