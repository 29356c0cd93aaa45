import type { Pool } from 'pg';
import { RecentlyUsed } from '../../platform/recently-used.ts';
import { type CachedSource, cachedSource, type LaneLogger } from '../cached-source.ts';
import type { LaneSource } from '../lane-source.ts';
import type { CallLimits } from './call-limits.ts';
import type { Credentials } from './credentials.ts';
import { createHttpProvider, type HttpProvider } from './http-provider.ts';
import { carrierCacheKey, httpTransit } from './http-transit.ts';

/** The carriers of all clients whose provider is `http`. */
export interface CarrierSources {
  /** The carrier of a client, from `transit` of its account file. */
  of(client_id: number, transit: object): LaneSource;
  /** Ends look-ups under way and writes all lanes that are not written yet. */
  close(): Promise<void>;
}

interface CarrierSourcesDeps {
  readonly pool: Pool;
  readonly logger: LaneLogger | undefined;
  readonly now: () => number;
  readonly credentials: Credentials;
  readonly limits: CallLimits;
}

/**
 * The most carriers in memory, of some kilobytes each. If one is removed, only the state of its circuit breaker is
 * lost.
 */
const MAX_CARRIERS = 1000;

interface Carrier {
  readonly provider: HttpProvider;
  readonly source: CachedSource;
}

/** Makes the carriers of a process or thread. Each is made at its first use. */
export function createCarrierSources(deps: CarrierSourcesDeps): CarrierSources {
  const known = new RecentlyUsed<string, Carrier>(MAX_CARRIERS);

  return {
    of(client_id, transit) {
      const parsed = httpTransit.parse(transit);
      const { source } = known.get(carrierCacheKey(client_id, parsed), () => {
        const provider = createHttpProvider(client_id, parsed, deps);
        return { provider, source: cachedSource(deps, provider) };
      });
      return source;
    },
    async close() {
      for (const { provider } of known.values()) provider.close();
      await Promise.all(known.values().map(({ source }) => source.close()));
    },
  };
}
