import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { changeSettings, defaultOf, settingOf } from '../../../shared/accounts/change-settings.ts';
import { etagOf } from '../../../shared/accounts/etag.ts';
import { readSettingsOf } from '../../../shared/accounts/read-account.ts';
import {
  settingBody,
  settingsBody,
  settingsView,
  settingView,
} from '../../../shared/contracts/account/configuration.ts';
import { readPatch, readStrictBody } from '../../../shared/contracts/intake/strict-body.ts';
import type { Settings } from '../../../shared/engine/types.ts';
import { ifMatchHeaders } from './if-match.ts';
import { bodyErrors, preconditionErrors } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAGS = ['Configuration'];
const params = z.object({ name: z.string().max(100) });

/** How orders are routed: all settings, and each by its name. */
const settings: FastifyPluginAsyncZod = async (app) => {
  const read = (request: FastifyRequest) => workOnAccount(request, readSettingsOf, [request.account.slug]);
  const sent = <View extends { etag: string }>(reply: FastifyReply, view: View): View => {
    reply.header('etag', view.etag);
    return view;
  };
  const showAll = (all: Settings) => ({ settings: { ...all }, etag: etagOf(all) });
  const showOne = (all: Settings, name: string) => {
    const value = settingOf(all, name);
    return { name, value, default_value: defaultOf(name), etag: etagOf(value) };
  };

  app.get(
    '/settings',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'getSettings',
        tags: TAGS,
        summary: 'Show all settings',
        response: { 200: settingsView },
      },
    },
    async (request, reply) => {
      return sent(reply, showAll(await read(request)));
    },
  );

  app.patch(
    '/settings',
    {
      config: { role: 'owner', ownBodies: { 'application/json': settingsBody } },
      schema: {
        operationId: 'changeSettings',
        tags: TAGS,
        summary: 'Change settings',
        description: 'A setting that is left out stays as it is.',
        headers: ifMatchHeaders,
        response: { 200: settingsView, ...bodyErrors, ...preconditionErrors },
      },
    },
    async (request, reply) => {
      const patch = readPatch(settingsBody, request.wholeBody);
      const act = { ...request.account, if_match: request.headers['if-match'] };
      return sent(reply, showAll(await workOnAccount(request, changeSettings, [act, patch])));
    },
  );

  app.get(
    '/settings/:name',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'getSetting',
        tags: TAGS,
        summary: 'Show one setting',
        params,
        response: { 200: settingView },
      },
    },
    async (request, reply) => {
      return sent(reply, showOne(await read(request), request.params.name));
    },
  );

  app.patch(
    '/settings/:name',
    {
      config: { role: 'owner', ownBodies: { 'application/json': settingBody } },
      schema: {
        operationId: 'changeSetting',
        tags: TAGS,
        summary: 'Change one setting',
        params,
        headers: ifMatchHeaders,
        response: { 200: settingView, ...bodyErrors, ...preconditionErrors },
      },
    },
    async (request, reply) => {
      const { account, headers, wholeBody } = request;
      const { name } = request.params;
      const { value } = readStrictBody(settingBody, wholeBody);
      const act = { ...account, if_match: headers['if-match'] };
      const change = workOnAccount(request, changeSettings, [act, { [name]: value }, name]);
      return sent(reply, showOne(await change, name));
    },
  );

  app.delete(
    '/settings/:name',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'resetSetting',
        tags: TAGS,
        summary: 'Reset one setting',
        description: 'Back to the value that a new client has.',
        params,
        headers: ifMatchHeaders,
        response: { 200: settingView, ...preconditionErrors },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const act = { ...request.account, if_match: request.headers['if-match'] };
      const change = workOnAccount(request, changeSettings, [act, { [name]: defaultOf(name) }, name]);
      return sent(reply, showOne(await change, name));
    },
  );
};

export default settings;
