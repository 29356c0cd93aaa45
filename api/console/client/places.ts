import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The places of ZIPs, by ZIP. An unknown ZIP has none. They never change, so they are read once. */
export function usePlaces(zips: readonly string[]) {
  const asked = [...new Set(zips)].sort();
  return useQuery({
    queryKey: queryKeys.places(asked),
    queryFn: async () => {
      const { places } = await answerOf(
        api.GET('/account/v1/places', { params: { query: { zips: asked.join(',') } } }),
      );
      return new Map(places.map((place) => [place.zip, place]));
    },
    enabled: asked.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
}
