import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, customFetch as customJwksFetch, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import { callGuarded, type Reach } from '../../foundation/guarded-call.ts';
import { perObject } from '../../foundation/per-object.ts';
import { claimAt, type ProviderPerson, readClaims } from './claims.ts';

/** A provider, and what it calls this service. */
export interface Provider {
  readonly issuer: string;
  readonly oidc_client_id: string;
  readonly client_secret: string;
  /** What is asked of it beside `openid`; null: what is usual. */
  readonly scopes: readonly string[] | null;
  /** The claim that says what a person is in the account; null: none does. */
  readonly role_claim: string | null;
}

/** What a provider says of a person who has signed in there, checked. */
export interface ProviderAnswer {
  readonly person: ProviderPerson;
  /** null: it gave none. */
  readonly refresh_token: string | null;
}

/** What binds an answer to the browser that asked. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Clocks may differ by so much. */
export const CLOCK_SECONDS = 30;
const MAX_ANSWER_BYTES = 1024 * 1024;
const TIMEOUT_SECONDS = 10;
/** A token of a sign-out is for now. */
const LOGOUT_TOKEN_AGE = '2 minutes';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures with the provider's private key alone: its secret is ours too, and `none` is nobody's. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/**
 * Where the browser goes to sign in. `again`: the person must show that it is them, also if they are signed in there. `refresh`: the
 * provider's metadata are read again first.
 */
export async function authorizationUrl(
  provider: Provider,
  reach: Reach,
  { state, nonce, verifier }: Checks,
  {
    redirect_uri,
    again,
    refresh,
  }: { readonly redirect_uri: string; readonly again: boolean; readonly refresh: boolean },
): Promise<string> {
  if (refresh) await readProvider(provider, reach);
  const config = await configurationOf(provider, reach);
  const offered = config.serverMetadata().scopes_supported ?? [];
  const usual = ['email', ...['profile', 'offline_access'].filter((scope) => offered.includes(scope))];
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: [...new Set(['openid', ...(provider.scopes ?? usual)])].join(' '),
    ...{ state, nonce, code_challenge_method: 'S256' },
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    ...(again && { max_age: '0' }),
  }).href;
}

/** Reads a provider's answer, with which the browser has come back to `url`. Throws what `problemOf` puts into words. */
export async function readAnswer(
  provider: Provider,
  reach: Reach,
  { state, nonce, verifier }: Checks,
  url: URL,
): Promise<ProviderAnswer> {
  const config = await configurationOf(provider, reach);
  const { issuer, userinfo_endpoint } = config.serverMetadata();
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = given(tokens.claims()!);
  // A provider of many companies would let in people of others.
  if (claims.iss !== issuer || new URL(claims.iss).href !== new URL(provider.issuer).href)
    throw new Error(`the ID token is of the issuer ${claims.iss}`);
  await verified(provider, reach, config, tokens.id_token!);
  const { role_claim } = provider;
  const lacks = ['email', 'email_verified', ...(role_claim === null ? [] : [role_claim])].some(
    (name) => claimAt(claims, name) === undefined,
  );
  const asks = lacks && userinfo_endpoint !== undefined;
  const info: Record<string, unknown> = asks
    ? given(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub))
    : {};
  // What is verified is the address beside it.
  if (claims.email !== undefined && info.email !== claims.email) delete info.email_verified;
  const person = readClaims({ ...info, ...claims }, role_claim);
  return { person, refresh_token: tokens.refresh_token ?? null };
}

/** Claims that have a value: some providers write null. */
function given<Claims extends object>(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)) as Claims;
}

/** The claims of a token that a provider has signed for this service. Throws if it has not. */
async function verified(
  provider: Provider,
  reach: Reach,
  config: oidc.Configuration,
  token: string,
  maxTokenAge?: string,
) {
  const { jwks_uri, issuer } = config.serverMetadata();
  if (jwks_uri === undefined) throw new Error('the provider has no jwks_uri');
  const { payload } = await jwtVerify(token, keysAt(jwks_uri, reach), {
    issuer,
    audience: provider.oidc_client_id,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_SECONDS,
    ...(maxTokenAge !== undefined && { maxTokenAge }),
  });
  return payload;
}

/** Whether a provider still lets a person be signed in, and the next refresh token. Throws if it does not answer. */
export async function askAgain(
  provider: Provider,
  reach: Reach,
  refresh_token: string,
): Promise<{ readonly refused: true } | { readonly refused: false; readonly refresh_token: string }> {
  const config = await configurationOf(provider, reach);
  try {
    const tokens = await oidc.refreshTokenGrant(config, refresh_token);
    return { refused: false, refresh_token: tokens.refresh_token ?? refresh_token };
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.status < 500) return { refused: true };
    throw error;
  }
}

/** Whose sessions end by a logout token: those of a person, or one of theirs. Throws if the token is not the provider's. */
export async function readLogoutToken(
  provider: Provider,
  reach: Reach,
  token: string,
): Promise<{ readonly sub?: string | undefined; readonly sid?: string | undefined }> {
  const config = await configurationOf(provider, reach);
  const payload = await verified(provider, reach, config, token, LOGOUT_TOKEN_AGE);
  const { sub, sid, nonce, events } = payload;
  if (nonce !== undefined || !Object.hasOwn(Object(events), LOGOUT_EVENT))
    throw new Error('the token is no logout token');
  if (sub === undefined && typeof sid !== 'string') throw new Error('the token names nobody');
  return { sub, ...(typeof sid === 'string' && { sid }) };
}

/** What is shown and stored of a provider's words. */
const MAX_WORDS = 200;

/** Why a provider's answer was not taken, in a sentence without a full stop. */
export function problemOf(error: unknown): string {
  // PostgreSQL takes neither NUL nor halves of characters.
  return wordsOf(error)
    .slice(0, MAX_WORDS)
    .replace(/[\0\p{Surrogate}]/gu, '');
}

function wordsOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return `the provider answered ${[error.error, error.error_description].filter(Boolean).join(': ')}`;
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? cause.message : '';
  // The library's words for whatever it does not know: then the cause says more.
  if (message === 'something went wrong') return deeper;
  return deeper === '' || message.includes(deeper) ? message : `${message}: ${deeper}`;
}

/** A process keeps the metadata of a provider for so long, so that strangers who begin visits cause no calls. */
const METADATA_MS = 10 * 60_000;
/** Where they could not be read, it asks again after this time. */
const FAILED_MS = 60_000;
/** Keys are kept until a token names an unknown one. Then they are read again, after this time at the earliest. */
const KEYS_MS = 30_000;
const MAX_PROVIDERS = 1000;

interface Kept {
  readonly config: Promise<oidc.Configuration>;
  until: number;
}

const keptFor = perObject((_reach: Reach) => new LRUCache<string, Kept>({ max: MAX_PROVIDERS }));

/** The provider's metadata of the last minutes. `refresh`: as they are now. */
function configurationOf(provider: Provider, reach: Reach, refresh = false): Promise<oidc.Configuration> {
  const { issuer, oidc_client_id, client_secret } = provider;
  const kept = keptFor(reach);
  const key = JSON.stringify([issuer, oidc_client_id, client_secret]);
  const before = kept.get(key);
  if (before !== undefined && !refresh && Date.now() < before.until) return before.config;
  const config = discover(provider, reach).catch(async (error) => {
    now.until = Date.now() + FAILED_MS;
    const old = refresh ? undefined : await before?.config.catch(() => undefined);
    if (old === undefined) throw error;
    return old;
  });
  const now: Kept = { config, until: Date.now() + METADATA_MS };
  kept.set(key, now);
  return config;
}

/** Reads the metadata again, and the keys with the next token. Throws what `problemOf` puts into words. */
export async function readProvider(provider: Provider, reach: Reach): Promise<void> {
  const config = await configurationOf(provider, reach, true);
  keysFor(reach).delete(config.serverMetadata().jwks_uri ?? '');
}

function discover(
  { issuer, oidc_client_id, client_secret }: Provider,
  reach: Reach,
): Promise<oidc.Configuration> {
  const authenticate: oidc.ClientAuth = (as, ...rest) => {
    const isPosted = as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    (isPosted ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(client_secret)(as, ...rest);
  };
  return oidc.discovery(
    new URL(issuer),
    oidc_client_id,
    { [oidc.clockTolerance]: CLOCK_SECONDS },
    authenticate,
    {
      [oidc.customFetch]: (url, { body, ...options }) =>
        fetchBy(reach)(url, { ...options, body: body == null ? null : String(body) }),
      timeout: TIMEOUT_SECONDS,
      execute: reach.allowPrivate ? [oidc.allowInsecureRequests] : [],
    },
  );
}

const keysFor = perObject((_reach: Reach) => new LRUCache<string, JWTVerifyGetKey>({ max: MAX_PROVIDERS }));

/** The keys at an address, as tokens need them. */
function keysAt(address: string, reach: Reach): JWTVerifyGetKey {
  const kept = keysFor(reach);
  const keys = kept.get(address) ?? readKeys(address, reach);
  kept.set(address, keys);
  return keys;
}

function readKeys(address: string, reach: Reach): JWTVerifyGetKey {
  let isFirst = true;
  let readAgainAt = Number.NEGATIVE_INFINITY;
  return createRemoteJWKSet(new URL(address), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: 0,
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    [customJwksFetch]: (url, options) => {
      // Strangers can send tokens of unknown keys.
      if (!isFirst && Date.now() < readAgainAt + KEYS_MS)
        throw new Error('no applicable key was found, and the keys are read again in half a minute');
      if (!isFirst) readAgainAt = Date.now();
      isFirst = false;
      const headers = Object.fromEntries(new Headers(options.headers));
      return fetchBy(reach)(url, { ...options, body: null, headers });
    },
  });
}

interface Fetched {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** What the libraries call for `fetch`. */
function fetchBy(reach: Reach) {
  return (url: string, { method, headers, body }: Fetched): Promise<Response> =>
    callGuarded(url, { method, headers, body }, reach, async (answer) => {
      const bytes = await wholeOf(answer);
      const type = answer.headers['content-type'];
      return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
        status: answer.statusCode!,
        ...(type !== undefined && { headers: { 'content-type': type } }),
      });
    });
}

async function wholeOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer has more than 1 MB');
  }
  return Buffer.concat(chunks);
}
