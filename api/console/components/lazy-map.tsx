import { AspectRatio, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

// The shapes of the states are a large part of all script: they are loaded where a map is seen.
const UsMap = lazy(() => import('./us-map.tsx'));

/** The map, in a place that keeps its size while the shapes load. */
export function LazyMap(props: React.ComponentProps<typeof UsMap>) {
  return (
    <AspectRatio ratio={975 / 610}>
      <Suspense fallback={<Skeleton animate={false} />}>
        <UsMap {...props} />
      </Suspense>
    </AspectRatio>
  );
}
