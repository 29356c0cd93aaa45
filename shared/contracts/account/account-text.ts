import { z } from 'zod';
import { NOT_STORABLE, UNSTORABLE } from '../storable-text.ts';

export const storable = [(value: string) => !UNSTORABLE.test(value), NOT_STORABLE] as const;

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
