import { z } from 'zod';

/** Headers of a change that may be refused if somebody else was faster. */
export const ifMatchHeaders = z.looseObject({
  'if-match': z
    .string()
    .max(1000)
    .optional()
    .describe(
      'The ETag of what you have seen: 412 if it was changed meanwhile. Without it the last change holds.',
    ),
});
