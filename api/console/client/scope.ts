import { useSearch } from '@tanstack/react-router';

/** Whose account is open, and in which environment; the address says both. */
export interface Scope {
  /** The chosen client's slug; only operators have it. */
  readonly client?: string;
  readonly environment: 'test' | 'live';
}

/** The scope of the page that is open. */
export function useScope(): Scope {
  const { client, environment } = useSearch({ strict: false }) as { client?: string; environment?: string };
  return { ...(client !== undefined && { client }), environment: environment === 'test' ? 'test' : 'live' };
}

/** The part of a scope that calls take which do not depend on the environment. */
export function clientQuery({ client }: Scope): { client?: string } {
  return client === undefined ? {} : { client };
}
