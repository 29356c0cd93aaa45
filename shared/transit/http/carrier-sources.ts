import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Credentials } from '../../foundation/credentials.ts';
import { cachedSource, type LaneLogger } from '../cached-source.ts';
import type { LaneSource } from '../provider.ts';
import type { CallLimits } from './call-policy.ts';
import { createHttpProvider, type HttpProvider } from './http-provider.ts';
import { carrierCacheKey, httpTransit } from './http-transit.ts';

/** The carriers of all clients whose provider is `http`. */
interface CarrierSources {
  /** The carrier of a client, from `transit` of its account file. */
  of(client_id: number, transit: object): LaneSource;
  /** Ends look-ups under way. */
  close(): void;
}

interface CarrierSourcesDeps {
  readonly pool: Pool;
  readonly logger: LaneLogger | undefined;
  readonly now: () => number;
  readonly credentials: Credentials;
  readonly limits: CallLimits;
}

/**
 * The most carriers in memory, of 11 KB each. The one that was used longest ago is dropped first. Then only the state of
 * its circuit breaker is lost.
 */
const MAX_CARRIERS = 5000;

interface Carrier {
  readonly provider: HttpProvider;
  readonly source: LaneSource;
}

/** Makes the carriers of a process or thread. Each is made at its first use. */
export function createCarrierSources(deps: CarrierSourcesDeps): CarrierSources {
  const known = new LRUCache<string, Carrier>({ max: MAX_CARRIERS });

  return {
    of(client_id, transit) {
      const parsed = httpTransit.parse(transit);
      const key = carrierCacheKey(client_id, parsed);
      let carrier = known.get(key);
      if (carrier === undefined) {
        const provider = createHttpProvider(client_id, parsed, deps);
        carrier = { provider, source: cachedSource(deps, provider) };
        known.set(key, carrier);
      }
      return carrier.source;
    },
    close() {
      for (const { provider } of known.values()) provider.close();
    },
  };
}
