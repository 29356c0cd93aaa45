import { useRead } from './operations.ts';

/** The most clients that a choice lists. The Clients page finds the others by name. */
const MAX_LISTED = 200;

/** The clients to choose from, for operators. */
export const useClients = () =>
  useRead('clients', '/account/v1/clients', { limit: MAX_LISTED }, { select: ({ clients }) => clients });
