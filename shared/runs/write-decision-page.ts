import { loadConfiguration, type StoredConfiguration, warehouseIdOf } from '../account/configurations.ts';
import { pageOf } from '../contracts/cursor.ts';
import { variantUnder } from '../contracts/present.ts';
import type { Database } from '../db/database.ts';
import { settingsUnder } from '../engine/settings.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import {
  type DecisionPageKey,
  type DecisionRecord,
  latestDecision,
  listDecisions,
  neverRouted,
  sizeOfDecisions,
} from '../ledger/decisions/decision-records.ts';
import { isOpen, presentShipment } from '../ledger/decisions/order-need.ts';
import { findReleased } from '../ledger/decisions/superseded-orders.ts';
import { resultBytes } from './write-run-results.ts';

/** One page of the decisions on an order ID, the latest first. Plain data. */
export interface DecisionPageAsk extends DecisionPageKey {
  /** The member that has them, and how each is written. */
  readonly shown: keyof typeof PRESENT;
}

const PRESENT = { decisions: presentDecision, routings: presentRouting };

/** The bytes of a result of so many bytes of lines, about: each line is there again with what is shipped of it. */
const BYTES_OF_LINES = 8;

/** The bytes of the page, about. */
export async function decisionPageBytes(
  { pool }: Pick<Database, 'pool'>,
  ask: DecisionPageAsk,
  warehouses: number,
): Promise<number> {
  const { decisions, line_bytes, raw_bytes } = await sizeOfDecisions(pool, ask);
  const sent = ask.shown === 'routings' ? raw_bytes : 0;
  return decisions * resultBytes(warehouses) + BYTES_OF_LINES * line_bytes + sent;
}

/** Writes the page as a whole, as JSON. Throws AppError not_found if the order was never routed. */
export async function writeDecisionPage(
  { db }: { readonly db: Database },
  ask: DecisionPageAsk,
  out: Utf8Writer,
): Promise<null> {
  const { ledger_id, order_id, limit, shown } = ask;
  const found = await listDecisions(db.pool, { ...ask, limit: limit + 1 });
  const { page, next_cursor } = pageOf(found, limit, ({ id }) => id);
  const isLatest = ({ state }: { readonly state: string }) => state !== 'replaced';
  const stateOf = async () => {
    if (found.length === 0 && ask.before === null) {
      const state = await findReleased(db.pool, ledger_id, order_id);
      if (state === null) throw neverRouted(order_id);
      return { state };
    }
    const { state, expires_at } =
      found.find(isLatest) ?? (await latestDecision(db.pool, ledger_id, order_id));
    return { state, ...(isOpen(state) && expires_at && { expires_at: expires_at.toISOString() }) };
  };
  const state = await stateOf();
  const head = { order_id, ...(shown === 'routings' && state) };
  out.write(`${JSON.stringify(head).slice(0, -1)},"${shown}":[`);
  for (const [index, record] of page.entries()) {
    const configuration = await loadConfiguration(db, record.configuration_id);
    if (index > 0) out.write(',');
    out.write(PRESENT[shown](configuration, record));
  }
  out.write(`],"next_cursor":${JSON.stringify(next_cursor)}}`);
  return null;
}

/** A decision record as JSON text. Its result is the text that the presenters write, and is not parsed again. */
export function presentDecision(configuration: StoredConfiguration, record: DecisionRecord): string {
  const { decision } = record;
  const { configuration: setup, contract_variant, id } = configuration;
  const profile = decision.profile === null ? null : setup.profiles[decision.profile]!;
  const madeUnder = {
    routing_run_id: record.routing_run_id,
    client_run_number: record.client_run_number,
    routed_at: record.run_began_at.toISOString(),
    contract_variant,
    configuration_id: id,
    settings: settingsUnder(setup.settings, profile?.settings ?? {}),
    profile: profile && {
      partner_id: profile.partner_id,
      name: profile.name,
      warehouse_ids: profile.warehouse_ids,
    },
    item_controls: decision.item_controls.map((index) => setup.item_controls[index]!),
  };
  const result = variantUnder(configuration).presentOrder(configuration, record);
  return `${JSON.stringify(madeUnder).slice(0, -1)},"result":${result}}`;
}

/** A routing as JSON text. Its result and raw_order_data are text already, because parsing would round large numbers. */
function presentRouting(configuration: StoredConfiguration, record: DecisionRecord): string {
  const { order_id, raw_order_data, deliver_by, hold_minutes, ...order } = record.order;
  const { reroute } = record.decision;
  const { requested_by: by, events } = record;
  const routing = {
    routing_run_id: record.routing_run_id,
    client_run_number: record.client_run_number,
    routed_at: record.run_began_at.toISOString(),
    decided_at: record.decided_at.toISOString(),
  };
  const state = { state: record.state, state_since: record.state_since?.toISOString() ?? null };
  const sent = joined(
    { external_order_id: order_id, ...order },
    `"raw_order_data":${raw_order_data}`,
    deliver_by !== undefined && `"deliver_by":"${deliver_by}"`,
    hold_minutes !== undefined && `"hold_minutes":${hold_minutes}`,
  );
  const shipments = record.shipped?.map((each) => ({
    ...presentShipment(each, record.id, (id) => warehouseIdOf(configuration, id)),
    by: each[3] ?? null,
  }));
  const later = {
    ...state,
    ...(reroute && { reroute }),
    by,
    events: events ?? [],
    ...(shipments && { shipments }),
  };
  const result = variantUnder(configuration).presentOrder(configuration, record);
  return joined(routing, `"order":${sent}`, JSON.stringify(later).slice(1, -1), `"result":${result}`);
}

/** An object as JSON text, with members that are JSON text already. */
function joined(object: object, ...members: (string | false)[]): string {
  return `${[JSON.stringify(object).slice(0, -1), ...members.filter((member) => member !== false)].join(',')}}`;
}
