import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import { type CapacityView, type capacityQuery, daysBetween } from '../../contracts/account/capacity.ts';
import type { Database } from '../../db/database.ts';
import { dayNumber, dayText } from '../../engine/rules/departures.ts';
import type { Principal } from '../../identity/principal.ts';
import { overdueOrders } from '../../ledger/decisions/order-need.ts';
import { openShipDays } from '../../transit/ship-days.ts';

const USUAL_DAYS = 14;

/** The places that shipments of a ledger take, by warehouse and day, and those that are left. */
export async function readCapacity(
  db: Database,
  { ledger_id, configuration_id }: Pick<Principal, 'ledger_id' | 'configuration_id'>,
  query: z.output<typeof capacityQuery>,
  now: Date,
): Promise<CapacityView> {
  const usual = USUAL_DAYS - 1;
  const today = now.toISOString().slice(0, 10);
  const from = query.from ?? (query.to === undefined ? today : dayText(dayNumber(query.to) - usual));
  const to = query.to ?? dayText(dayNumber(from) + usual);
  const { configuration, warehouse_db_ids } = await loadConfiguration(db, configuration_id);
  const { rows } = await db.pool.query<{ warehouse_id: number; day: string; taken: number }>({
    name: 'read-capacity',
    text: `SELECT p.warehouse_id, p.day::text AS day, p.taken - coalesce(due.places, 0) AS taken FROM places_taken p
           LEFT JOIN (
             SELECT warehouse_id, day, count(*)::int AS places FROM held_places
             WHERE ledger_id = $1 AND order_id IN ${overdueOrders('$1')} GROUP BY warehouse_id, day
           ) AS due USING (warehouse_id, day)
           WHERE p.ledger_id = $1 AND p.day BETWEEN $2::date AND $3::date AND p.taken > coalesce(due.places, 0)`,
    values: [ledger_id, from, to],
  });
  const taken = new Map(rows.map((row) => [`${row.warehouse_id} ${row.day}`, row.taken]));
  const used = new Set(rows.map((row) => row.warehouse_id));
  const dates = Array.from({ length: daysBetween(from, to) }, (_, day) => dayText(dayNumber(from) + day));
  return {
    from,
    to,
    warehouses: configuration.warehouses.flatMap(
      ({ warehouse_id, warehouse_name, enabled, capacity, calendar }, index) => {
        const id = warehouse_db_ids[index]!;
        if (capacity === undefined && !used.has(id)) return [];
        const limit = capacity?.shipments_per_day ?? null;
        const ships = calendar === undefined ? () => true : openShipDays(calendar);
        return {
          warehouse_id,
          warehouse_name,
          enabled,
          shipments_per_day: limit,
          when_full: capacity === undefined ? null : (capacity.when_full ?? 'skip'),
          days: dates.map((date) => {
            const places = taken.get(`${id} ${date}`) ?? 0;
            const left = limit === null ? null : Math.max(0, limit - places);
            return { date, taken: places, left, ships: ships(dayNumber(date)) };
          }),
        };
      },
    ),
  };
}
