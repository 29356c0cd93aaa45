import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../foundation/canonical-json.ts';
import { credentialReference } from '../../foundation/credentials.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The URL of a carrier. It is stored, exported and logged, so it must contain no secret: it has no user, no password
 * and no query.
 */
const carrierUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => {
    const url = URL.parse(text);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.username + url.password + url.search + url.hash === '' &&
      !/[?#]/.test(text)
    );
  }, 'must be a URL that begins with https:// or http://, without user, query and fragment')
  .describe(
    'http only: where the carrier is called. It begins with https:// or http:// and has no user, query or fragment. With ' +
      'a credential it begins with https://, unless it is this machine.',
  );

const carrierName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\x20-\x7e]+$/, 'must be plain text');

/** EasyPost's SmartRate: the days of one service of one carrier, as a percentile of the days that parcels took. */
const easypost = z.strictObject({
  provider: z.literal('http'),
  adapter: z
    .literal('easypost')
    .describe('http only: easypost, or json for any service that speaks its protocol.'),
  credential: credentialReference.describe(
    'http only: names the environment variable with the secret, as env:TRANSIT_CREDENTIAL_NAME.',
  ),
  carrier: carrierName.describe('easypost only: the carrier as EasyPost names it, for example usps.'),
  service: carrierName.describe(
    'easypost only: the service as EasyPost names it, for example groundadvantage.',
  ),
  percentile: z
    .literal([50, 75, 85, 90, 95, 97, 99])
    .default(75)
    .describe('easypost only: the share of parcels in percent that arrive within the days.'),
  url: carrierUrl.default('https://api.easypost.com/v2/smartrate/deliver_by'),
});

/** Any service with the protocol of docs/reference/lanes.md. */
const json = z.strictObject({
  provider: z.literal('http'),
  adapter: z.literal('json'),
  url: carrierUrl,
  credential: credentialReference.exactOptional(),
  lanes_per_call: z
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('json only: lanes that are asked for in one call.'),
});

/** `transit` of an account file whose lanes come from a carrier or an aggregator. */
export const httpTransit = z
  .discriminatedUnion('adapter', [easypost, json])
  .refine(({ url, credential }) => credential === undefined || isPrivate(url), {
    path: ['url'],
    error: 'must begin with https:// where a credential is sent, unless it is this machine',
  });

/** The fields of a patch of the provider http. Fields that are left out do not change. */
export const httpTransitPatch = {
  adapter: z.enum(['easypost', 'json']).describe('http only.'),
  credential: easypost.shape.credential,
  carrier: easypost.shape.carrier,
  service: easypost.shape.service,
  percentile: easypost.shape.percentile.unwrap().describe('easypost only.'),
  url: carrierUrl,
  lanes_per_call: json.shape.lanes_per_call.unwrap().describe('json only.'),
};

export type HttpTransit = z.output<typeof httpTransit>;
export type EasyPostTransit = z.output<typeof easypost>;
export type JsonTransit = z.output<typeof json>;

/** Whether no third party can read what is sent to the URL. */
function isPrivate(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || LOOPBACK.test(url.hostname));
}

/** The key of a client's answers in lane_cache. It changes with the carrier, the service and the credential. */
export function carrierCacheKey(client_id: number, transit: HttpTransit): string {
  const digest = createHash('sha256').update(canonicalJson(transit)).digest('hex').slice(0, 32);
  return `http:${client_id}:${digest}`;
}
