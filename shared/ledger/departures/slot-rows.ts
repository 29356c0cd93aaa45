import sql, { type Sql } from 'sql-template-tag';

// Rows of taken slots. Who reads them to decide, or writes them, has the ledger's lock.

/** One slot for a shipment that leaves a warehouse on a day. Warehouses have their database ids; days count from 1970. */
export interface Slot {
  readonly warehouse_db_id: number;
  readonly day: number;
}

export interface HeldSlot extends Slot {
  readonly order_id: string;
}

/** How many slots are taken. */
export interface TakenSlots extends Slot {
  readonly taken: number;
}

/** From how many taken slots on the rows of a warehouse are read: fewer leave room for whatever is decided. */
export interface ReadFrom {
  readonly warehouse_db_id: number;
  readonly taken: number;
}

/** Reads the slots that are taken from two days before `since` on, as JSON [[warehouse, day, taken], …]. */
export function selectTaken(ledgerId: number, since: number | null, from: readonly ReadFrom[]): Sql {
  // A stable moment, for the index. Two days before it are read, too, so that it need not be exact.
  const first = since === null ? sql`statement_timestamp()` : sql`to_timestamp(${since / 1000}::float8)`;
  return sql`
    SELECT json_agg(json_build_array(p.warehouse_id, day - '1970-01-01'::date, p.taken))::text FROM places_taken p
    JOIN unnest(${from.map(({ warehouse_db_id }) => warehouse_db_id)}::int[], ${from.map(({ taken }) => taken)}::int8[])
      AS read_from (warehouse_id, taken) ON read_from.warehouse_id = p.warehouse_id AND p.taken >= read_from.taken
    WHERE ledger_id = ${ledgerId} AND day >= (${first} AT TIME ZONE 'UTC')::date - 2`;
}

/** Reads the slots that are held for order IDs, as JSON [[order_id, warehouse, day], …]. */
export function selectHeld(ledgerId: number, orderIds: readonly string[]): Sql {
  return sql`
    SELECT json_agg(json_build_array(order_id, warehouse_id, day - '1970-01-01'::date))::text FROM held_places
    WHERE ledger_id = ${ledgerId} AND order_id = ANY(${orderIds}::text[])`;
}

/** The slots that an order had, and those that it has now. */
export interface ChangedSlots {
  readonly order_id: string;
  readonly before: readonly Slot[];
  readonly now: readonly Slot[];
}

/** What saves the slots of orders, and how many more are taken in all. */
export function saveSlots(
  ledgerId: number,
  orders: readonly ChangedSlots[],
  more: readonly TakenSlots[],
): Sql[] {
  const without = (slots: readonly Slot[], others: readonly Slot[]) =>
    slots.filter(
      ({ warehouse_db_id, day }) =>
        !others.some((other) => other.warehouse_db_id === warehouse_db_id && other.day === day),
    );
  const named = (order_id: string, slots: readonly Slot[]) => slots.map((each) => ({ order_id, ...each }));
  const dropped = orders.flatMap(({ order_id, before, now }) => named(order_id, without(before, now)));
  const held = orders.flatMap(({ order_id, before, now }) => named(order_id, without(now, before)));
  return [...dropHeldSlots(ledgerId, dropped), ...holdSlots(ledgerId, held), ...addSlots(ledgerId, more)];
}

/** What counts further slots as taken; a negative number: as free. */
function addSlots(ledgerId: number, slots: readonly TakenSlots[]): Sql[] {
  const more = slots.filter(({ taken }) => taken > 0);
  const fewer = slots.filter(({ taken }) => taken < 0);
  const changes: Sql[] = [];
  if (more.length > 0)
    changes.push(sql`
      INSERT INTO places_taken AS known (ledger_id, warehouse_id, day, taken)
      SELECT ${ledgerId}::int, warehouse_id, '1970-01-01'::date + day, taken FROM (${counted(more)}) AS more
      ON CONFLICT (ledger_id, warehouse_id, day) DO UPDATE SET taken = known.taken + excluded.taken`);
  // Days that are long over have no row any more.
  if (fewer.length > 0)
    changes.push(sql`
      UPDATE places_taken AS known SET taken = known.taken + fewer.taken FROM (${counted(fewer)}) AS fewer
      WHERE known.ledger_id = ${ledgerId} AND known.warehouse_id = fewer.warehouse_id
        AND known.day = '1970-01-01'::date + fewer.day`);
  return changes;
}

function counted(slots: readonly TakenSlots[]): Sql {
  return sql`
    SELECT * FROM unnest(
      ${slots.map(({ warehouse_db_id }) => warehouse_db_id)}::int[], ${slots.map(({ day }) => day)}::int[],
      ${slots.map(({ taken }) => taken)}::int[]
    ) AS u (warehouse_id, day, taken)`;
}

/** What notes for which orders slots are taken. */
function holdSlots(ledgerId: number, held: readonly HeldSlot[]): Sql[] {
  if (held.length === 0) return [];
  return [
    sql`
      INSERT INTO held_places (ledger_id, order_id, warehouse_id, day)
      SELECT ${ledgerId}::int, order_id, warehouse_id, '1970-01-01'::date + day FROM (${unnested(held)}) AS held`,
    sql`UPDATE ledgers SET holds_places = true WHERE id = ${ledgerId} AND NOT holds_places`,
  ];
}

/** What forgets for which orders slots were taken. */
function dropHeldSlots(ledgerId: number, held: readonly HeldSlot[]): Sql[] {
  if (held.length === 0) return [];
  return [
    sql`
      DELETE FROM held_places AS known USING (${unnested(held)}) AS held
      WHERE known.ledger_id = ${ledgerId} AND known.order_id = held.order_id
        AND known.warehouse_id = held.warehouse_id AND known.day = '1970-01-01'::date + held.day`,
  ];
}

/**
 * What releases all slots of some orders without a new decision, or (`left`) counts them as used for good. Slots
 * that a client took before it had no capacity any more are released so, too. The statements may be parts of one.
 */
export function releaseSlots(ledgerId: number, orderIds: readonly string[], left = false): Sql[] {
  const ofOrders = sql`ledger_id = ${ledgerId} AND order_id = ANY(${orderIds}::text[])`;
  const change = left ? sql`left_count = known.left_count + slots` : sql`taken = known.taken - slots`;
  return [
    sql`
      UPDATE places_taken AS known SET ${change}
      FROM (
        SELECT warehouse_id, day, count(*)::int AS slots FROM held_places WHERE ${ofOrders} GROUP BY warehouse_id, day
      ) AS given
      WHERE known.ledger_id = ${ledgerId} AND known.warehouse_id = given.warehouse_id AND known.day = given.day`,
    sql`DELETE FROM held_places WHERE ${ofOrders}`,
  ];
}

/** What counts the slots of orders at warehouses as used for good, because something of the shipment has left. */
export function keepSlots(
  ledgerId: number,
  shipments: readonly Pick<HeldSlot, 'order_id' | 'warehouse_db_id'>[],
): Sql[] {
  if (shipments.length === 0) return [];
  return [
    sql`
      WITH kept AS (
        DELETE FROM held_places AS known USING (
          SELECT DISTINCT * FROM unnest(
            ${shipments.map(({ order_id }) => order_id)}::text[],
            ${shipments.map(({ warehouse_db_id }) => warehouse_db_id)}::int[]
          ) AS u (order_id, warehouse_id)
        ) AS left_now
        WHERE known.ledger_id = ${ledgerId} AND known.order_id = left_now.order_id
          AND known.warehouse_id = left_now.warehouse_id
        RETURNING known.warehouse_id, known.day
      )
      UPDATE places_taken AS known SET left_count = left_count + kept.slots
      FROM (SELECT warehouse_id, day, count(*)::int AS slots FROM kept GROUP BY 1, 2) AS kept
      WHERE known.ledger_id = ${ledgerId} AND known.warehouse_id = kept.warehouse_id AND known.day = kept.day`,
  ];
}

function unnested(held: readonly HeldSlot[]): Sql {
  return sql`
    SELECT * FROM unnest(
      ${held.map(({ order_id }) => order_id)}::text[], ${held.map(({ warehouse_db_id }) => warehouse_db_id)}::int[],
      ${held.map(({ day }) => day)}::int[]
    ) AS u (order_id, warehouse_id, day)`;
}
