import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { placesAnswer, placesQuery } from '../../../shared/contracts/account/places.ts';
import { locateZip, parseZip } from '../../../shared/transit/zip-codes.ts';

/** GET /account/v1/places: where ZIPs are, for maps. */
const places: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/places',
    {
      config: { role: 'signed_in' },
      schema: {
        operationId: 'locateZips',
        tags: ['Places'],
        summary: 'Where ZIPs are',
        description:
          'The middle of each ZIP, as transit by zone takes it. Military ZIPs are at their gateway.',
        querystring: placesQuery,
        response: { 200: placesAnswer.describe('A place for each ZIP that is known.') },
      },
    },
    async ({ query }) => ({
      places: [...new Set(query.zips)].flatMap((zip) => {
        const found = parseZip(zip) === zip ? locateZip(zip) : null;
        return found === null ? [] : [{ zip, latitude: found.latitude, longitude: found.longitude }];
      }),
    }),
  );
};

export default places;
