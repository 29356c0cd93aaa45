import type { Pool } from 'pg';
import { type CachedSource, cachedSource, type LaneLogger } from '../cached-source.ts';
import type { LaneSource } from '../lane-source.ts';
import type { CallLimits } from './call-limits.ts';
import type { Credentials } from './credentials.ts';
import { createHttpProvider, type HttpProvider } from './http-provider.ts';
import { carrierCacheKey, httpTransit } from './http-transit.ts';

/** The carriers of all clients whose provider is `http`. */
export interface CarrierSources {
  /** A client's carrier, as its account file has it. */
  of(client_id: number, transit: object): LaneSource;
  /** Ends look-ups under way and waits for lanes that are being written. */
  close(): Promise<void>;
}

interface CarrierSourcesDeps {
  readonly pool: Pool;
  readonly logger: LaneLogger | undefined;
  readonly now: () => number;
  readonly credentials: Credentials;
  readonly limits: CallLimits;
}

/** Some kilobytes each. One that gives way forgets its breaker and no lane. */
const KEPT = 1000;

export function createCarrierSources(deps: CarrierSourcesDeps): CarrierSources {
  const kept = new Map<string, { readonly provider: HttpProvider; readonly source: CachedSource }>();

  return {
    of(client_id, transit) {
      const parsed = httpTransit.parse(transit);
      const key = carrierCacheKey(client_id, parsed);
      let carrier = kept.get(key);
      if (carrier === undefined) {
        const provider = createHttpProvider(client_id, parsed, deps);
        carrier = { provider, source: cachedSource(deps, provider) };
      }
      kept.delete(key);
      kept.set(key, carrier);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
      return carrier.source;
    },
    async close() {
      for (const { provider } of kept.values()) provider.close();
      await Promise.all([...kept.values()].map(({ source }) => source.close()));
    },
  };
}
