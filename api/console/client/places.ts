import { useQuery } from '@tanstack/react-query';
import { read } from './calls.ts';

/** The service takes no more of them at once. */
const ZIPS_OF_A_REQUEST = 200;

function parts<T>(list: readonly T[], size: number): (readonly T[])[] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, n) => list.slice(n * size, (n + 1) * size));
}

/** The places of ZIPs, by ZIP. An unknown ZIP has none. They never change, so they are read once. */
export function usePlaces(zips: readonly string[]) {
  const asked = [...new Set(zips)].sort();
  return useQuery({
    queryKey: ['places', asked],
    queryFn: async () => {
      const answers = await Promise.all(
        parts(asked, ZIPS_OF_A_REQUEST).map((some) =>
          read('/account/v1/places', {}, { zips: some.join(',') }),
        ),
      );
      return new Map(answers.flatMap(({ places }) => places).map((place) => [place.zip, place]));
    },
    enabled: asked.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
}
