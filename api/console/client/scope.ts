import { useSearch } from '@tanstack/react-router';

/** The open account and environment, which are in the address. */
export interface Scope {
  /** The chosen client's slug; only operators have it. */
  readonly client?: string;
  readonly environment: 'test' | 'live';
}

/** The scope of the open page. */
export function useScope(): Scope {
  const { client, environment } = useSearch({ strict: false }) as { client?: string; environment?: string };
  return { ...(client !== undefined && { client }), environment: environment === 'test' ? 'test' : 'live' };
}

/** The part of a scope for calls that do not depend on the environment. */
export function clientOf({ client }: Scope): { client?: string } {
  return client === undefined ? {} : { client };
}
