import { type Credentials, resolveCredential } from '../../foundation/credentials.ts';
import type { LaneLogger } from '../cached-source.ts';
import {
  CARRIER_LIFETIME,
  type LaneAnswer,
  type LanePair,
  type LaneProvider,
  type Urgency,
} from '../provider.ts';
import { type CallLimits, createCallPolicy, notInTime } from './call-policy.ts';
import { type CarrierAdapter, CarrierFailure } from './carrier-adapter.ts';
import { callCarrier } from './carrier-call.ts';
import { easypostAdapter } from './easypost-adapter.ts';
import { carrierCacheKey, type HttpTransit } from './http-transit.ts';
import { jsonAdapter } from './json-adapter.ts';

/** A carrier's service as a provider. */
export interface HttpProvider extends LaneProvider {
  /** Ends look-ups under way at once. What the carrier has not answered is a failure. */
  close(): void;
}

interface HttpProviderDeps {
  readonly credentials: Credentials;
  readonly logger?: LaneLogger | undefined;
  readonly limits: CallLimits;
}

/**
 * The provider `http` of one client. It calls the carrier by its adapter, in batches, within the limits of a call
 * policy.
 */
export function createHttpProvider(
  client_id: number,
  transit: HttpTransit,
  { credentials, logger, limits }: HttpProviderDeps,
): HttpProvider {
  const adapter = transit.adapter === 'easypost' ? easypostAdapter(transit) : jsonAdapter(transit);
  const cache_key = carrierCacheKey(client_id, transit);
  const about = { provider: cache_key, url: adapter.url };
  const policy = createCallPolicy(limits, {
    opened: () => logger?.warn(about, 'the carrier is not called for a while after too many failures'),
    closed: () => logger?.warn(about, 'the carrier is called again'),
  });
  const underWay = new Set<AbortController>();
  const failed = (message: string) => ({ failure: `${adapter.source} ${message}` });

  async function ask(
    pairs: readonly LanePair[],
    urgency: Urgency,
    signal: AbortSignal,
  ): Promise<readonly LaneAnswer[]> {
    try {
      const authorization = authorizationOf(adapter, transit, credentials);
      const body = adapter.request(pairs, new Date());
      const answered = await policy.call(urgency, signal, async (ends) =>
        adapter.read(await callCarrier({ url: adapter.url, authorization, body }, ends), pairs),
      );
      return answered.map((answer) => ('failure' in answer ? failed(answer.failure) : answer));
    } catch (error) {
      // The message of any other error is not shown, because it may quote the request.
      const message = error instanceof CarrierFailure ? error.message : 'could not be asked';
      return pairs.map(() => failed(message));
    }
  }

  return {
    cache_key,
    client_id,
    lifetime: CARRIER_LIFETIME,
    async lookUp(pairs, urgency) {
      const answers = pairs.map((): LaneAnswer => failed(notInTime().message));
      const end = new AbortController();
      const deadline = urgency === 'request' && setTimeout(() => end.abort(), limits.deadline_ms);
      underWay.add(end);
      const ended = new Promise<void>((resolve) => {
        end.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      const asking = batches(pairs, adapter.lanes_per_call).map(async (batch, index) => {
        const answered = await ask(batch, urgency, end.signal);
        if (!end.signal.aborted) answers.splice(index * adapter.lanes_per_call, answered.length, ...answered);
      });
      await Promise.race([Promise.all(asking), ended]);
      if (deadline) clearTimeout(deadline);
      underWay.delete(end);
      return answers;
    },
    close() {
      for (const end of underWay) end.abort();
    },
  };
}

function authorizationOf(
  adapter: CarrierAdapter,
  transit: HttpTransit,
  credentials: Credentials,
): string | null {
  if (transit.credential === undefined) return null;
  const credential = resolveCredential(credentials, transit.credential);
  if ('failure' in credential) {
    throw new CarrierFailure(`cannot be asked: ${credential.failure}`);
  }
  return adapter.authorization(credential.secret);
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
