import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { listenHere } from './local-server.ts';

/** A person of the provider: what it says of them. */
export interface ProviderPerson {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** An ID token before it is sent. */
export interface IssuedToken {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
}

/** A certified OpenID provider on this machine. Whoever visits it is signed in there as `person`. */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  person: ProviderPerson;
  /** It answers nothing but 503. */
  isDown: boolean;
  /** Changes the next ID tokens, which are signed again; `alg: none`: not at all. null: they stay as they are. */
  tamper: ((token: IssuedToken) => IssuedToken) | null;
  /** Paths that were asked for. */
  readonly calls: string[];
  /** It has other keys from now on. */
  rotateKeys(): Promise<void>;
  /** Goes to an address of it as a browser does. Returns the address on which it sends the browser back. */
  visit(authorization_url: string): Promise<string>;
  /** Tells `logout_url` that somebody has signed out. */
  signOut(sub: string, sid: string, logout_url: string): Promise<void>;
  /** Signs a text as a token of it. */
  sign(token: IssuedToken): Promise<string>;
  /** Refuses all refresh tokens of a person from now on. */
  forget(sub: string): void;
  close(): Promise<void>;
}

const CLIENT = { client_id: 'wrs', client_secret: 'planted-client-secret' };
/** What it keeps. It warns of each whose lifetime nobody has set. */
const KINDS = [
  'AccessToken',
  'AuthorizationCode',
  'Grant',
  'IdToken',
  'Interaction',
  'RefreshToken',
  'Session',
];
const CLAIMS = ['email', 'email_verified', 'groups', 'realm_access'];

export async function openOpenIdProvider(redirect_uri: string): Promise<OpenIdProvider> {
  let provider: Provider;
  let key: JWK & { kid: string };
  const gone = new Set<string>();
  const cookies = new Map<string, string>();
  const server = createServer(async (request, response) => {
    opened.calls.push(request.url!.split('?')[0]!);
    if (opened.isDown) return void response.writeHead(503).end();
    if (!request.url!.startsWith('/interaction/')) return provider.callback()(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: opened.person.sub } });
  });
  const { url: issuer, close } = await listenHere(server);
  let logoutUrl = `${issuer}/nowhere`;

  async function start(): Promise<void> {
    key = await newKey();
    provider = new Provider(issuer, configuration());
    provider.use(async (ctx, next) => {
      await next();
      const { tamper } = opened;
      if (tamper === null || ctx.path !== '/token' || ctx.body?.id_token === undefined) return;
      ctx.body = { ...ctx.body, id_token: await opened.sign(tamper(decoded(ctx.body.id_token))) };
    });
  }

  const configuration = (): Configuration => ({
    clients: [
      {
        ...CLIENT,
        redirect_uris: [redirect_uri],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: logoutUrl,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] },
    conformIdTokenClaims: false,
    scopes: ['openid', 'offline_access', 'email'],
    claims: { openid: ['sub', 'sid'], email: CLAIMS },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['not a secret'] },
    ttl: Object.fromEntries(KINDS.map((kind) => [kind, 3600])),
    issueRefreshToken: async () => true,
    // Its own dispatcher calls no address of this machine.
    fetch(url, options) {
      const { dispatcher: _, ...plain } = options as RequestInit;
      return fetch(url, plain);
    },
    findAccount: async (_ctx, sub) =>
      gone.has(sub) ? undefined : { accountId: sub, claims: async () => ({ ...opened.person, sub }) },
    // Nobody is asked what they allow.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email offline_access');
      await grant.save();
      return grant;
    },
  });

  const opened: OpenIdProvider = {
    ...{ issuer, ...CLIENT, close },
    person: { sub: 'nobody' },
    isDown: false,
    calls: [],
    tamper: null,
    rotateKeys: start,
    forget: (sub) => gone.add(sub),
    async visit(authorization_url) {
      cookies.clear();
      for (let url = authorization_url; ; ) {
        const cookie = [...cookies].map((each) => each.join('=')).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
          cookies.set(name!, value!);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
        url = new URL(location, url).href;
        if (url.startsWith(redirect_uri)) return url;
      }
    },
    async signOut(sub, sid, logout_url) {
      logoutUrl = logout_url;
      await start();
      const client = (await provider.Client.find(CLIENT.client_id)) as unknown as {
        backchannelLogout(sub: string, sid: string): Promise<void>;
      };
      await client.backchannelLogout(sub, sid);
    },
    async sign({ header, claims }) {
      if (header.alg === 'none') {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${part(header)}.${part(claims)}.`;
      }
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(key);
    },
  };
  await start();
  return opened;
}

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = crypto.randomUUID();
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

function decoded(token: string): IssuedToken {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return { header, claims };
}
