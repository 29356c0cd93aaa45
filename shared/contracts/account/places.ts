import { z } from 'zod';
import { named } from '../common.ts';

const MAX_ZIPS = 200;

/** GET /account/v1/places. */
export const placesQuery = z.object({
  zips: z
    .string()
    .max(MAX_ZIPS * 6)
    .transform((text) => text.split(','))
    .pipe(z.array(z.string()).max(MAX_ZIPS))
    .describe(`ZIPs of five digits with commas between them, up to ${MAX_ZIPS}.`),
});

export const placesAnswer = named('Places', {
  places: z
    .array(z.strictObject({ zip: z.string(), latitude: z.number(), longitude: z.number() }))
    .describe('Of the ZIPs that are known.'),
});
