import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, customFetch as customJwksFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { callGuarded, type Reach } from '../../foundation/guarded-call.ts';

/** A provider, and what it calls this service. */
export interface Provider {
  readonly issuer: string;
  readonly oidc_client_id: string;
  readonly client_secret: string;
}

/** What a provider says of a person who has signed in there, checked. */
export interface Said {
  readonly claims: oidc.IDToken;
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

/** Where the browser goes to sign in. `again`: the person must show that it is them, also if they are signed in there. */
export async function authorizationUrl(
  provider: Provider,
  reach: Reach,
  { state, nonce, verifier }: Checks,
  { redirect_uri, again }: { readonly redirect_uri: string; readonly again: boolean },
): Promise<string> {
  const config = await configurationOf(provider, reach);
  const scopes = config.serverMetadata().scopes_supported;
  const offline = scopes?.includes('offline_access') ?? false;
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: `openid email${scopes?.includes('profile') ? ' profile' : ''}${offline ? ' offline_access' : ''}`,
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
): Promise<Said> {
  const config = await configurationOf(provider, reach);
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  // A provider of many companies would let in people of others.
  if (
    claims.iss !== config.serverMetadata().issuer ||
    new URL(claims.iss).href !== new URL(provider.issuer).href
  )
    throw new Error(`the ID token is of the issuer ${claims.iss}`);
  const more = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
  const info = more ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  return { claims: { ...info, ...claims }, refresh_token: tokens.refresh_token ?? null };
}

/** Whether a provider still lets a person be signed in, and the next refresh token. Throws where it does not answer. */
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
  const { jwks_uri, issuer } = (await configurationOf(provider, reach)).serverMetadata();
  if (jwks_uri === undefined) throw new Error('the provider has no jwks_uri');
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    [customJwksFetch]: (url, options) =>
      fetchBy(reach)(url, {
        ...options,
        body: null,
        headers: Object.fromEntries(new Headers(options.headers)),
      }),
  });
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: provider.oidc_client_id,
    algorithms: ALGORITHMS,
    maxTokenAge: LOGOUT_TOKEN_AGE,
    clockTolerance: CLOCK_SECONDS,
  });
  const { sub, sid, nonce, events } = payload;
  if (nonce !== undefined || !Object.hasOwn(Object(events), LOGOUT_EVENT))
    throw new Error('the token is no logout token');
  if (sub === undefined && typeof sid !== 'string') throw new Error('the token names nobody');
  return { sub, ...(typeof sid === 'string' && { sid }) };
}

/** Why a provider's answer was not taken, in a sentence without a full stop. */
export function problemOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return `the provider answered ${[error.error, error.error_description].filter(Boolean).join(': ')}`;
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? cause.message : '';
  // The library's words for whatever it does not know: then the cause says more.
  if (message === 'something went wrong') return deeper;
  return deeper === '' || message.includes(deeper) ? message : `${message}: ${deeper}`;
}

/** The provider's metadata as they are now: people sign in seldom, and keys change. */
function configurationOf(provider: Provider, reach: Reach): Promise<oidc.Configuration> {
  const { issuer, oidc_client_id, client_secret } = provider;
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
      // Without it, the signature of an ID token is not looked at where TLS has brought it.
      execute: [oidc.enableNonRepudiationChecks, ...(reach.allowPrivate ? [oidc.allowInsecureRequests] : [])],
    },
  );
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
