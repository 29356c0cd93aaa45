import sql, { raw } from 'sql-template-tag';
import { loadConfiguration } from '../../account/configurations.ts';
import type { FoundOrder } from '../../contracts/account/orders.ts';
import { amountOf } from '../../contracts/amounts.ts';
import type { OrderState } from '../../contracts/order-state.ts';
import type { Database } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import { arrivalDay, dayTextOf } from '../../engine/rules/departures.ts';
import { totalQuantity } from '../../engine/rules/derive.ts';
import type { Decision, OrderLine, OrderStatus } from '../../engine/types.ts';
import { decodeDecision } from '../../ledger/decisions/codec.ts';
import { parseLines } from '../../ledger/decisions/order-codec.ts';
import { expiresAtSql, isOpen, stateSql } from '../../ledger/decisions/order-need.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { reasonsOf } from '../../ledger/status-counts.ts';
import { HOLDS_UNITS } from '../../ledger/stock/reserving-orders.ts';
import type { DecisionPosition, RunPeriod } from './run-ranges.ts';

interface FoundOrderRow extends Pick<RunRow, 'client_run_number' | 'kind' | 'configuration_id'> {
  readonly id: number;
  readonly run_id: number;
  readonly decided_at: Date;
  readonly order_id: string;
  readonly destination_zip: string;
  readonly is_vip: boolean;
  readonly partner_id: string | null;
  readonly ship_method: string | null;
  readonly deliver_by: string | null;
  readonly late: boolean;
  readonly lines: string;
  readonly status: OrderStatus;
  readonly data: string;
  readonly holds_units: boolean;
  readonly state: OrderState;
  readonly expires_at: Date | null;
}

/** An order of a list, with its position and its decision. */
export interface OrderAt {
  readonly position: DecisionPosition;
  readonly lines: readonly OrderLine[];
  readonly decision: Decision;
  readonly shown: FoundOrder;
}

/** Reads the orders of some decisions of a ledger for a list, in the order of the ids. */
export async function readFoundOrders(
  db: Database,
  ledgerId: number,
  ids: readonly number[],
  { from, to }: RunPeriod = {},
): Promise<OrderAt[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.pool.query<FoundOrderRow>(
    unprepared(sql`
      SELECT o.id, d.run_id, r.client_run_number, r.kind, r.configuration_id,
             d.decided_at, o.order_id, o.destination_zip, o.is_vip, o.partner_id, o.ship_method,
             o.deliver_by::text AS deliver_by, d.late, o.lines::text AS lines,
             d.status, d.data::text AS data, ${raw(stateSql())} AS state, ${raw(expiresAtSql())} AS expires_at,
             ${raw(HOLDS_UNITS)} AS holds_units
      FROM orders o
      JOIN decisions d ON d.id = o.id
      JOIN runs r ON r.id = d.run_id
      JOIN ledgers l ON l.id = o.ledger_id
      WHERE o.id = ANY(${ids}::bigint[]) AND d.id = ANY(${ids}::bigint[]) AND o.ledger_id = ${ledgerId}
        AND (${from ?? null}::timestamptz IS NULL OR r.created_at >= ${from ?? null})
        AND (${to ?? null}::timestamptz IS NULL OR r.created_at < ${to ?? null})`),
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const inOrder = ids.map((id) => rowOf.get(id)).filter((row) => row !== undefined);
  return Promise.all(inOrder.map((row) => toFoundOrder(db, row)));
}

async function toFoundOrder(db: Database, row: FoundOrderRow): Promise<OrderAt> {
  const lines = parseLines(row.lines);
  const decision = decodeDecision(row.data, row.status, lines);
  const { configuration } = await loadConfiguration(db, row.configuration_id);
  return {
    position: { run_id: row.run_id, id: row.id },
    lines,
    decision,
    shown: {
      order_id: row.order_id,
      routing_decision_id: row.id,
      routing_run_id: row.run_id,
      client_run_number: row.client_run_number,
      run_kind: row.kind,
      decided_at: row.decided_at.toISOString(),
      state: row.state,
      expires_at: isOpen(row.state) ? (row.expires_at?.toISOString() ?? null) : null,
      latest: row.state !== 'replaced',
      status: row.status,
      warned: decision.policy.outcome === 'warned',
      destination_zip: row.destination_zip,
      skus: [...new Set(lines.map(({ sku }) => sku))].slice(0, MAX_SKUS),
      sku_count: new Set(lines.map(({ sku }) => sku)).size,
      units_ordered: totalQuantity(lines),
      units_shipped: totalQuantity(decision.allocations),
      shipments: decision.shipments.length,
      warehouses: decision.shipments.map(({ warehouse }) => {
        const { warehouse_id, warehouse_name } = configuration.warehouses[warehouse]!;
        return { warehouse_id, warehouse_name };
      }),
      reasons: reasonsOf(decision),
      is_vip: row.is_vip,
      partner_id: row.partner_id,
      profile: decision.profile === null ? null : configuration.profiles[decision.profile]!.name,
      ship_method: row.ship_method,
      deliver_by: row.deliver_by,
      arrives_on: dayTextOf(arrivalDay(decision.days)),
      late: row.late,
      total_value: amountOf(decision.total_value_cents)!,
      total_cost: amountOf(decision.cost?.total),
      holds_units: row.holds_units,
      rerouted: decision.reroute !== undefined,
    },
  };
}

/** The most SKUs that a row names, because an order may have thousands. */
const MAX_SKUS = 5;
