import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  changeDeliveryCalendar,
  changeSettings,
  changeShadow,
  defaultOf,
  settingOf,
} from '../../../shared/accounts/change-settings.ts';
import { etagOf } from '../../../shared/accounts/etag.ts';
import {
  readDeliveryCalendarOf,
  readSettingsOf,
  readShadowOf,
} from '../../../shared/accounts/read-account.ts';
import {
  deliveryCalendarBody,
  deliveryCalendarView,
  settingBody,
  settingsBody,
  settingsView,
  settingView,
  shadowBody,
  shadowView,
} from '../../../shared/contracts/account/configuration.ts';
import type { AccountSettings, Shadow } from '../../../shared/contracts/account/settings.ts';
import { readPatch } from '../../../shared/contracts/intake/strict-body.ts';
import type { DeliveryCalendar } from '../../../shared/engine/types.ts';
import { ifMatchHeaders, matchedAccount, withEtag } from './etag.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Configuration';
const params = z.object({ name: z.string().max(100) });

/** How orders are routed: all settings, and each by its name. */
const settings: FastifyPluginAsync = async (app) => {
  const read = (request: FastifyRequest) => workOnAccount(request, readSettingsOf, [request.account.slug]);
  const showAll = (all: AccountSettings) => ({ settings: { ...all }, etag: etagOf(all) });
  const showOne = (all: AccountSettings, name: string) => {
    const value = settingOf(all, name);
    return { name, value, default_value: defaultOf(name), etag: etagOf(value) };
  };
  const changeOne = async (request: FastifyRequest, name: string, value: unknown) => {
    const change = [matchedAccount(request), { [name]: value }, name] as const;
    return showOne(await workOnAccount(request, changeSettings, [...change]), name);
  };

  addOperation(app, 'GET /settings', {
    operationId: 'getSettings',
    tag: TAG,
    summary: 'Show all settings',
    config: { role: 'member' },
    answer: settingsView,
    handle: async (request, reply) => withEtag(reply, showAll(await read(request))),
  });

  addOperation(app, 'PATCH /settings', {
    operationId: 'changeSettings',
    tag: TAG,
    summary: 'Change settings',
    description: 'A setting that is left out stays as it is.',
    config: { role: 'owner' },
    headers: ifMatchHeaders,
    bodies: { 'application/json': settingsBody },
    answer: settingsView,
    handle: async (request, reply) => {
      const patch = readPatch(settingsBody, request.wholeBody);
      const changed = await workOnAccount(request, changeSettings, [matchedAccount(request), patch]);
      return withEtag(reply, showAll(changed));
    },
  });

  const showCalendar = (delivery_calendar: DeliveryCalendar | null) => ({
    delivery_calendar: delivery_calendar && { ...delivery_calendar },
    etag: etagOf(delivery_calendar),
  });

  addOperation(app, 'GET /delivery-calendar', {
    operationId: 'getDeliveryCalendar',
    tag: TAG,
    summary: 'Show when carriers deliver',
    config: { role: 'member' },
    answer: deliveryCalendarView,
    handle: async (request, reply) => {
      const calendar = await workOnAccount(request, readDeliveryCalendarOf, [request.account.slug]);
      return withEtag(reply, showCalendar(calendar));
    },
  });

  addOperation(app, 'PUT /delivery-calendar', {
    operationId: 'setDeliveryCalendar',
    tag: TAG,
    summary: 'Set when carriers deliver',
    description: 'Replaces the calendar as a whole.',
    config: { role: 'owner' },
    headers: ifMatchHeaders,
    bodies: { 'application/json': deliveryCalendarBody },
    answer: deliveryCalendarView,
    handle: async (request, reply) => {
      const body = readPatch(deliveryCalendarBody, request.wholeBody);
      const changed = await workOnAccount(request, changeDeliveryCalendar, [matchedAccount(request), body]);
      return withEtag(reply, showCalendar(changed));
    },
  });

  addOperation(app, 'DELETE /delivery-calendar', {
    operationId: 'removeDeliveryCalendar',
    tag: TAG,
    summary: 'Remove the delivery calendar',
    description: 'Carriers then deliver from Monday to Friday.',
    config: { role: 'owner' },
    headers: ifMatchHeaders,
    answer: deliveryCalendarView,
    handle: async (request, reply) => {
      const changed = await workOnAccount(request, changeDeliveryCalendar, [matchedAccount(request), null]);
      return withEtag(reply, showCalendar(changed));
    },
  });

  const showShadow = (shadow: Shadow | null) => ({ shadow, etag: etagOf(shadow) });

  addOperation(app, 'GET /shadow', {
    operationId: 'getShadowSettings',
    tag: TAG,
    summary: 'Show the shadow settings',
    description: 'Settings that each run is decided by a second time. The overview has both counts.',
    config: { role: 'member' },
    answer: shadowView,
    handle: async (request, reply) =>
      withEtag(reply, showShadow(await workOnAccount(request, readShadowOf, [request.account.slug]))),
  });

  addOperation(app, 'PUT /shadow', {
    operationId: 'setShadowSettings',
    tag: TAG,
    summary: 'Set the shadow settings',
    description: 'Replaces them as a whole. Runs from now on are compared under them.',
    config: { role: 'owner' },
    headers: ifMatchHeaders,
    bodies: { 'application/json': shadowBody },
    answer: shadowView,
    handle: async (request, reply) => {
      const body = readPatch(shadowBody, request.wholeBody);
      const changed = await workOnAccount(request, changeShadow, [matchedAccount(request), body]);
      return withEtag(reply, showShadow(changed));
    },
  });

  addOperation(app, 'DELETE /shadow', {
    operationId: 'removeShadowSettings',
    tag: TAG,
    summary: 'Remove the shadow settings',
    config: { role: 'owner' },
    headers: ifMatchHeaders,
    answer: shadowView,
    handle: async (request, reply) =>
      withEtag(
        reply,
        showShadow(await workOnAccount(request, changeShadow, [matchedAccount(request), null])),
      ),
  });

  addOperation(app, 'GET /settings/:name', {
    operationId: 'getSetting',
    tag: TAG,
    summary: 'Show one setting',
    config: { role: 'member' },
    params,
    answer: settingView,
    handle: async (request, reply) => withEtag(reply, showOne(await read(request), request.params.name)),
  });

  addOperation(app, 'PATCH /settings/:name', {
    operationId: 'changeSetting',
    tag: TAG,
    summary: 'Change one setting',
    config: { role: 'owner' },
    params,
    headers: ifMatchHeaders,
    body: settingBody,
    answer: settingView,
    handle: async (request, reply, { value }) =>
      withEtag(reply, await changeOne(request, request.params.name, value)),
  });

  addOperation(app, 'DELETE /settings/:name', {
    operationId: 'resetSetting',
    tag: TAG,
    summary: 'Reset one setting',
    description: 'Back to the value that a new client has.',
    config: { role: 'owner' },
    params,
    headers: ifMatchHeaders,
    answer: settingView,
    handle: async (request, reply) => {
      const { name } = request.params;
      return withEtag(reply, await changeOne(request, name, defaultOf(name)));
    },
  });
};

export default settings;
