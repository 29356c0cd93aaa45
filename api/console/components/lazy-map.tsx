import { AspectRatio, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyScript } from '../client/service-away.ts';

// The shapes of the states are a large part of all script, so they are loaded with the first map. The router's function
// reloads the page if the file is gone because the console was rebuilt; React's `lazy` would show an error.
const UsMap = lazyScript(() => import('./us-map.tsx'));

/** The map. Its frame has its final size while the shapes load. */
export function LazyMap(props: React.ComponentProps<typeof UsMap>) {
  return (
    <AspectRatio ratio={975 / 610}>
      <Suspense fallback={<Skeleton animate={false} />}>
        <UsMap {...props} />
      </Suspense>
    </AspectRatio>
  );
}
