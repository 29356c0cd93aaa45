import { z } from 'zod';

/** PostgreSQL cannot store such characters. */
export const storable = [
  (value: string) => !/[\0\p{Surrogate}]/u.test(value),
  'must not contain NUL characters or lone surrogates',
] as const;

/** An identifier or a name. */
export const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(...storable);

export const etag = z
  .string()
  .describe('The version of this element: send it as If-Match to change just this one.');
