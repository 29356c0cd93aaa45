import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { keepAnswers } from '../../kept-answers.ts';
import browserSession from '../../plugins/browser-session.ts';
import pressure, { type PressureOptions } from '../../plugins/pressure.ts';
import rateLimit, { limitOfClient, type RequestCounter } from '../v1/rate-limit.ts';
import strictQuery from '../v1/strict-query.ts';
import wholeBody from '../v1/whole-body.ts';
import accountFile from './account.ts';
import audit from './audit.ts';
import auth from './auth.ts';
import clients from './clients.ts';
import data from './data/index.ts';
import history from './history.ts';
import keys from './keys.ts';
import links from './links.ts';
import lists from './lists.ts';
import accountOpenapi from './openapi.ts';
import places from './places.ts';
import rates from './rates.ts';
import routeRoles from './route-roles.ts';
import secondFactor from './second-factor.ts';
import sendWebhooks from './send-webhooks.ts';
import session from './session.ts';
import settings from './settings.ts';
import shipDays from './ship-days.ts';
import sso from './sso.ts';
import ssoSession from './sso-session.ts';
import transit from './transit.ts';
import users from './users.ts';
import webhooks from './webhooks.ts';

interface AccountOptions extends PressureOptions {
  /** Counts requests by person or token. */
  readonly ofCallers: RequestCounter;
  /** Counts requests by client, with those of its API keys. */
  readonly ofClients: RequestCounter;
  /** Counts test events and deliveries sent again, by client. */
  readonly ofWebhooks: RequestCounter;
}

/** The account API. Each route declares its role (route-roles.ts), or the service does not start. */
const account: FastifyPluginAsync<AccountOptions> = async (app, options) => {
  await app.register(accountOpenapi);
  await app.register(routeRoles);
  await app.register(browserSession);
  await app.register(auth);
  await app.register(pressure, options);
  const ofCaller = {
    who: 'a person or token',
    counter: options.ofCallers,
    keyOf: ({ caller, ip }: FastifyRequest) =>
      caller === null ? `address:${ip}` : `${caller.kind}:${caller.id}`,
  };
  const ofClient = limitOfClient(options.ofClients);
  // An operator who looks at a client that has used up its limit must get an answer.
  const keyOf = (request: FastifyRequest) =>
    request.caller?.role === 'operator' ? null : ofClient.keyOf(request);
  await app.register(rateLimit, { limits: [ofCaller, { ...ofClient, keyOf }] });
  await app.register(strictQuery);
  await app.register(wholeBody);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await app.register(async (document) => {
    keepAnswers(document);
    const config = { role: 'public' } as const;
    document.get('/openapi.json', { schema: { hide: true }, config }, async () => app.accountSwagger());
  });
  const ofAccount = [
    session,
    secondFactor,
    links,
    places,
    accountFile,
    lists,
    settings,
    shipDays,
    transit,
    rates,
    keys,
    users,
    sso,
    ssoSession,
    webhooks,
    history,
    audit,
  ];
  await app.register(
    async (scope) => {
      await scope.register(rateLimit, { limits: [limitOfClient(options.ofWebhooks, 'webhook-')] });
      await scope.register(sendWebhooks);
    },
    { prefix: '/v1' },
  );
  for (const part of [...ofAccount, data, clients]) await app.register(part, { prefix: '/v1' });
};

export default account;
