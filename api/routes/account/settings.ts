import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defaultOf } from '../../../shared/account/account-parts.ts';
import {
  deliveryCalendarBody,
  deliveryCalendarView,
  settingBody,
  settingsBody,
  settingsView,
  settingView,
} from '../../../shared/contracts/account/configuration.ts';
import { addPart } from './part-routes.ts';

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

  addPart(app, {
    part: 'settings/:name',
    path: '/settings/:name',
    params: z.object({ name: z.string().max(100) }),
    view: settingView,
    show: { operationId: 'getSetting', summary: 'Show one setting' },
    change: {
      method: 'PATCH',
      operationId: 'changeSetting',
      summary: 'Change one setting',
      body: settingBody,
      sentOf: ({ value }) => value,
    },
    remove: {
      operationId: 'resetSetting',
      summary: 'Reset one setting',
      description: 'Back to the value that a new client has.',
      sent: defaultOf,
    },
  });
}
