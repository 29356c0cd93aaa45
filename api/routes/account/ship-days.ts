import type { FastifyInstance } from 'fastify';
import { shipDaysAnswer, shipDaysRequest } from '../../../shared/contracts/account/calendars.ts';
import { dayText } from '../../../shared/engine/rules/departures.ts';
import { shipDaysOf } from '../../../shared/transit/ship-days.ts';
import { addOperation } from './responses.ts';

const DAYS_SHOWN = 10;

/** What a calendar means, before it is saved. */
export default async function shipDays(app: FastifyInstance): Promise<void> {
  const { now } = app.services;

  addOperation(app, 'Configuration', 'POST /ship-days', {
    operationId: 'showShipDays',
    summary: 'Show the next ship days of a calendar',
    description:
      'Of any calendar, saved or not: what an order that comes now would leave on. Nothing is changed.',
    config: { role: 'member' },
    body: shipDaysRequest,
    answer: shipDaysAnswer.describe('The next ship days.'),
    handle: async (_request, _reply, { calendar }) => {
      const days = shipDaysOf(calendar)(now().getTime());
      const all = days.day === null ? [] : [days.day, ...days.later(DAYS_SHOWN - 1)];
      const order_by = days.until === null ? null : new Date(days.until).toISOString();
      return { ship_dates: all.map(dayText), order_by };
    },
  });
}
