import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { defaultOf } from '../../../shared/account/account-parts.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import {
  deliveryCalendarBody,
  deliveryCalendarView,
  settingBody,
  settingsBody,
  settingsView,
  settingView,
} from '../../../shared/contracts/account/configuration.ts';
import { editOf, ifMatchHeaders, withEtag } from './etag.ts';
import { addPart } from './part-routes.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Configuration';
const params = z.object({ name: z.string().max(100) });
/** Without its type, because parts of an account are read as values of unknown type. The schema says what is answered. */
const answer: z.ZodType = settingView;

/** How orders are routed: all settings, and each by its name. */
export default async function settings(app: FastifyInstance): Promise<void> {
  addPart(app, {
    part: 'settings',
    path: '/settings',
    view: settingsView,
    show: { operationId: 'getSettings', summary: 'Show all settings' },
    change: {
      method: 'PATCH',
      operationId: 'changeSettings',
      summary: 'Change settings',
      description: 'A setting that is left out stays as it is.',
      body: settingsBody,
    },
  });

  addPart(app, {
    part: 'delivery_calendar',
    path: '/delivery-calendar',
    view: deliveryCalendarView,
    show: { operationId: 'getDeliveryCalendar', summary: 'Show when carriers deliver' },
    change: {
      method: 'PUT',
      operationId: 'setDeliveryCalendar',
      summary: 'Set when carriers deliver',
      description: 'Replaces the calendar as a whole.',
      body: deliveryCalendarBody,
    },
    remove: {
      operationId: 'removeDeliveryCalendar',
      summary: 'Remove the delivery calendar',
      description: 'Carriers then deliver from Monday to Friday.',
    },
  });

  const setOne = (request: FastifyRequest & Parameters<typeof editOf>[0], name: string, value: unknown) =>
    workOnAccount(request, 'changePart', [editOf(request), `settings/${name}`, value]);

  addOperation(app, TAG, 'GET /settings/:name', {
    operationId: 'getSetting',
    summary: 'Show one setting',
    config: { role: 'member' },
    params,
    answer,
    handle: async (request, reply) => {
      const { account, params } = request;
      const one = await workOnAccount(request, 'readPart', [account.slug, `settings/${params.name}`]);
      return withEtag(reply, one);
    },
  });

  addOperation(app, TAG, 'PATCH /settings/:name', {
    operationId: 'changeSetting',
    summary: 'Change one setting',
    config: { role: 'owner' },
    params,
    query: dryRun,
    headers: ifMatchHeaders,
    body: settingBody,
    answer,
    handle: async (request, reply, { value }) =>
      withEtag(reply, await setOne(request, request.params.name, value)),
  });

  addOperation(app, TAG, 'DELETE /settings/:name', {
    operationId: 'resetSetting',
    summary: 'Reset one setting',
    description: 'Back to the value that a new client has.',
    config: { role: 'owner' },
    params,
    query: dryRun,
    headers: ifMatchHeaders,
    answer,
    handle: async (request, reply) => {
      const { name } = request.params;
      return withEtag(reply, await setOne(request, name, defaultOf(name)));
    },
  });
}
