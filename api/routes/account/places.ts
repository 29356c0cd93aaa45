import type { FastifyInstance } from 'fastify';
import { placesAnswer, placesQuery } from '../../../shared/contracts/account/places.ts';
import { locateZip, parseZip } from '../../../shared/transit/zip-codes.ts';
import { addOperation } from './responses.ts';

/** GET /account/v1/places: where ZIPs are, for maps. */
export default async function places(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Places', 'GET /places', {
    operationId: 'locateZips',
    summary: 'Where ZIPs are',
    description: 'The middle of each ZIP, as transit by zone takes it. Military ZIPs are at their gateway.',
    config: { role: 'signed_in' },
    query: placesQuery,
    answer: placesAnswer.describe('A place for each ZIP that is known.'),
    handle: async ({ query }) => ({
      places: [...new Set(query.zips)].flatMap((zip) => {
        const found = parseZip(zip) === zip ? locateZip(zip) : null;
        return found === null ? [] : [{ zip, latitude: found.latitude, longitude: found.longitude }];
      }),
    }),
  });
}
