import { z } from 'zod';

/** Headers of a change that is refused if the data has changed since it was read. */
export const ifMatchHeaders = z.looseObject({
  'if-match': z
    .string()
    .max(1000)
    .optional()
    .describe(
      'The ETag of what you have seen: 412 if it was changed meanwhile. Without it the last change wins.',
    ),
});
