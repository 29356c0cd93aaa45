import type { RouteOptions } from 'fastify';
import fp from 'fastify-plugin';

/** One route of the application. */
export interface RouteEntry {
  readonly method: string;
  /** With its parameters: `/api/v1/orders/:order_id`. */
  readonly url: string;
  /** Read it only when it is needed, because later plugins add to it. */
  readonly options: RouteOptions;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in order of registration. */
    readonly routeTable: readonly RouteEntry[];
  }
}

/** Keeps a list of every route that is registered after it. */
export default fp(
  async (app) => {
    const table: RouteEntry[] = [];
    app.decorate('routeTable', table);
    app.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) table.push({ method, url: route.url, options: route });
    });
  },
  { name: 'route-table' },
);

/** The methods that a path answers, sorted; none if no route matches it. */
export function methodsAt(table: readonly Pick<RouteEntry, 'method' | 'url'>[], path: string): string[] {
  return [...new Set(table.filter(({ url }) => matches(url, path)).map(({ method }) => method))].sort();
}

/** The methods of routes whose URL is this path itself, without a parameter; sorted. */
export function methodsOfFixedPath(
  table: readonly Pick<RouteEntry, 'method' | 'url'>[],
  path: string,
): string[] {
  return table
    .filter(({ url }) => url === path && !url.includes(':'))
    .map(({ method }) => method)
    .sort();
}

function matches(url: string, path: string): boolean {
  const [pattern, steps] = [url.split('/'), path.split('/')];
  const wildcard = pattern.at(-1) === '*';
  if (wildcard ? steps.length < pattern.length : steps.length !== pattern.length) return false;
  return pattern.every((step, index) => step === '*' || step.startsWith(':') || step === steps[index]);
}
