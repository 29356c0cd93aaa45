import { expect, it } from 'vitest';
import type { Warehouse } from '../../client/warehouses.ts';
import { bodyOf, NEW_CALENDAR, valuesOf } from './warehouse-values.ts';

it('sends what it was given, if nothing is changed', () => {
  const kept = {
    warehouse_id: 'EWR1',
    warehouse_name: 'Edison NJ',
    warehouse_code: 'W-001',
    zip: '08837',
    priority: 1,
    enabled: true,
    safety_stock: 2,
    capacity: { shipments_per_day: 40 },
    handling: { per_shipment: 1.25 },
    calendar: { time_zone: 'America/New_York', cut_off: '15:00', ship_days: ['sat'] },
  };
  expect(bodyOf(valuesOf(kept as unknown as Warehouse))).toEqual(kept);
});

it('leaves out of a calendar what is usual, as the service does', () => {
  const { time_zone, cut_off } = NEW_CALENDAR;
  const values = valuesOf(null);
  expect(bodyOf({ ...values, calendar: NEW_CALENDAR }).calendar).toEqual({ time_zone, cut_off });
  const later = { ...values, capacity: { shipments_per_day: 4, when_full: 'later' } as const };
  expect(bodyOf(later).capacity).toEqual({ shipments_per_day: 4, when_full: 'later' });
});
