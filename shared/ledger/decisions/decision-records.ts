import type { NamedActor } from '../../contracts/common.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import type { OrderEvent, OrderState } from '../../contracts/order-state.ts';
import { withoutZeros } from '../../contracts/timestamp.ts';
import type { Queryable } from '../../db/database.ts';
import type { Decision, OrderStatus } from '../../engine/types.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { RunRow } from '../run-row.ts';
import { decodeDecision } from './codec.ts';
import type { StoredEvidence } from './evidence.ts';
import { REQUEST_NUMBER, REQUESTED_AT } from './latest-decisions.ts';
import { parseLines } from './order-codec.ts';
import { expiresAtSql, isOpenSql, type StoredShipment, stateSql } from './order-need.ts';

/** A stored decision with its order as it was sent, and the run and configuration that it was made under. */
export interface DecisionRecord extends Pick<RunRow, 'client_run_number' | 'configuration_id'> {
  /** routing_decision_id. */
  readonly id: number;
  readonly order: RoutingOrder;
  readonly decision: Decision;
  readonly evidence: StoredEvidence;
  readonly state: OrderState;
  /** Since when it is neither current nor held; null: it is one of them. */
  readonly state_since: Date | null;
  /** When it is or was released by itself; null: never. */
  readonly expires_at: Date | null;
  /** What of it has left; null: nothing. */
  readonly shipped: readonly StoredShipment[] | null;
  /** What was done to the order later; null: nothing. */
  readonly events: readonly OrderEvent[] | null;
  /** Who sent its run; null: from before it was recorded. */
  readonly requested_by: NamedActor | null;
  /** The stock epoch in which its units are reserved; null: none are. */
  readonly reservation_epoch: number | null;
  /** The request that sent the order's lines, and when it was made. */
  readonly sent_by: number;
  readonly sent_at: Date;
  readonly decided_at: Date;
  readonly routing_run_id: number;
  readonly run_began_at: Date;
  /** The moment that it was decided at. */
  readonly as_of: Date;
}

type DecisionRecordRow = Omit<DecisionRecord, 'order' | 'decision' | 'evidence'> &
  Omit<RoutingOrder, 'lines' | 'order_created_at' | 'deliver_by' | 'hold_minutes'> & {
    readonly hold_minutes: number | null;
    readonly order_created_at: string | null;
    readonly deliver_by: string | null;
    readonly lines: string;
    readonly status: OrderStatus;
    readonly data: string;
    readonly evidence: string | null;
  };

/** To the microsecond, which a Date has not. */
const CREATED_AT = `to_char(o.order_created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS order_created_at`;

/** SQL that reads records, or those without the two columns that may be large. */
const select = (
  raw_order_data = 'o.raw_order_data::text',
  evidence = 'd.evidence::text',
  orders = 'orders o',
) => `
  SELECT o.id, o.order_id, o.destination_zip, o.is_vip, o.priority_level, ${CREATED_AT}, o.partner_id, o.carrier,
         o.ship_method, o.deliver_by::text AS deliver_by, o.hold_minutes, o.lines::text AS lines, ${raw_order_data} AS raw_order_data, d.status, d.data::text AS data,
         ${evidence} AS evidence, ${stateSql()} AS state, d.state_since, ${expiresAtSql()} AS expires_at, d.shipped, d.events, d.reservation_epoch, coalesce(o.sent_at, ${REQUESTED_AT}) AS sent_at,
         coalesce(o.sent_by, ${REQUEST_NUMBER}) AS sent_by, d.decided_at,
         r.id AS routing_run_id, r.client_run_number, r.created_at AS run_began_at, r.as_of, r.configuration_id, r.requested_by
  FROM ${orders}
  JOIN decisions d ON d.id = o.id
  JOIN runs r ON r.id = d.run_id
  WHERE o.ledger_id = $1`;

const SELECT = select();
const WITHOUT_EVIDENCE = select(undefined, "'{}'");

/** Reads a ledger's decision. Throws AppError not_found, also for one of another ledger. */
export async function findDecision(
  db: Queryable,
  ledgerId: number,
  decisionId: number,
): Promise<DecisionRecord> {
  const text = `${SELECT} AND o.id = $2::bigint`;
  const [found] = await readRecords(db, 'find-decision', text, [ledgerId, decisionId]);
  if (found === undefined) throw new AppError('not_found', `There is no routing decision ${decisionId}.`);
  return found;
}

/**
 * Reads the latest decision on an order ID of a ledger. Throws AppError not_found if the order was never routed.
 */
export async function latestDecision(
  db: Queryable,
  ledgerId: number,
  orderId: string,
): Promise<DecisionRecord> {
  const text = `${SELECT} AND o.order_id = $2 AND d.state <> 'replaced'`;
  const [found] = await readRecords(db, 'latest-decision', text, [ledgerId, orderId]);
  if (found === undefined) throw neverRouted(orderId);
  return found;
}

/** Reads the latest decisions on order IDs of a ledger, without evidence. An order that was never routed is left out. */
export async function latestDecisions(
  db: Queryable,
  ledgerId: number,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, DecisionRecord>> {
  const text = `${WITHOUT_EVIDENCE} AND o.order_id = ANY($2) AND d.state <> 'replaced'`;
  const records = await readRecords(db, 'latest-decisions', text, [ledgerId, orderIds]);
  return new Map(records.map((record) => [record.order.order_id, record]));
}

/** Some of the decisions on an order ID, in the order in which they were made: the latest first, whatever its id is. */
export interface DecisionPageKey {
  readonly ledger_id: number;
  readonly order_id: string;
  /** Only those before the one of this id; null: all. */
  readonly before: number | null;
  /** The most of them. */
  readonly limit: number;
}

const placeOf = (decision: string) =>
  `${decision}.state <> 'replaced', ${decision}.decided_at, ${decision}.id`;

const OF_PAGE = `o.order_id = $2 AND (
    $3::bigint IS NULL
    OR (${placeOf('d')}) < (SELECT ${placeOf('b')} FROM decisions b WHERE b.id = $3 AND b.ledger_id = $1)
  )
  ORDER BY (${placeOf('d')}) DESC LIMIT $4`;

const valuesOf = ({ ledger_id, order_id, before, limit }: DecisionPageKey) => [
  ledger_id,
  order_id,
  before,
  limit,
];

/** Reads decisions on an order ID, without evidence. */
export function listDecisions(db: Queryable, key: DecisionPageKey): Promise<DecisionRecord[]> {
  return readRecords(db, 'list-decisions', `${WITHOUT_EVIDENCE} AND ${OF_PAGE}`, valuesOf(key));
}

/** What the same decisions have, read without it: their number, and the bytes of their lines and of raw_order_data. */
interface DecisionsSize {
  readonly decisions: number;
  readonly line_bytes: number;
  readonly raw_bytes: number;
}

export async function sizeOfDecisions(db: Queryable, key: DecisionPageKey): Promise<DecisionsSize> {
  const { rows } = await db.query<DecisionsSize>({
    name: 'size-of-decisions',
    text: `SELECT count(*)::int AS decisions, coalesce(sum(lines), 0)::float8 AS line_bytes,
                  coalesce(sum(raw), 0)::float8 AS raw_bytes
           FROM (SELECT octet_length(o.lines::text) AS lines, octet_length(o.raw_order_data::text) AS raw
                 FROM orders o JOIN decisions d ON d.id = o.id WHERE o.ledger_id = $1 AND ${OF_PAGE}) AS page`,
    values: valuesOf(key),
  });
  return rows[0]!;
}

/** By primary keys: with a list or range of ids the planner may read a whole table that was not analyzed since a large run. */
const BY_IDS = select(
  'NULL',
  "'{}'",
  'unnest($2::bigint[]) AS wanted (id) JOIN orders o ON o.id = wanted.id',
);

/** Which of some decisions are read; all if nothing is given. */
interface DecisionsRead {
  readonly statuses?: readonly OrderStatus[] | undefined;
  /** Only those that are current or held. */
  readonly current?: boolean;
}

/** Reads decisions of a ledger by their ids, by run and in request order, without evidence and raw_order_data. */
export function readDecisions(
  db: Queryable,
  ledgerId: number,
  ids: readonly number[],
  { statuses, current = false }: DecisionsRead = {},
): Promise<DecisionRecord[]> {
  const text = `${BY_IDS} AND ($3::order_status[] IS NULL OR d.status = ANY($3)) AND (${isOpenSql()} OR NOT $4::boolean)
    ORDER BY r.id, o.id`;
  return readRecords(db, 'read-decisions', text, [ledgerId, ids, statuses ?? null, current]);
}

export function neverRouted(orderId: string): AppError {
  return new AppError('not_found', `Order ${orderId} was not routed.`);
}

async function readRecords(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[],
): Promise<DecisionRecord[]> {
  const { rows } = await db.query<DecisionRecordRow>({ name, text, values });
  return rows.map(toDecisionRecord);
}

function toDecisionRecord({
  lines: linesText,
  data,
  status,
  evidence,
  order_created_at,
  deliver_by,
  hold_minutes,
  ...row
}: DecisionRecordRow): DecisionRecord {
  const { order_id, destination_zip, is_vip, priority_level, partner_id, ...others } = row;
  const { carrier, ship_method, raw_order_data, ...record } = others;
  const lines = parseLines(linesText);
  return {
    ...record,
    state_since: record.state_since ?? (record.state === 'expired' ? record.expires_at : null),
    order: {
      ...{ order_id, destination_zip, lines, is_vip, priority_level },
      order_created_at: order_created_at && withoutZeros(order_created_at),
      ...{ partner_id, carrier, ship_method, raw_order_data },
      ...(deliver_by !== null && { deliver_by }),
      ...(hold_minutes !== null && { hold_minutes }),
    },
    decision: decodeDecision(data, status, lines),
    evidence: evidence === null ? {} : JSON.parse(evidence),
  };
}

/** An order of a ledger: by a decision on it, or the latest one of an order ID. */
export type SoughtOrder = { readonly ledger_id: number } & (
  | { readonly decision_id: number }
  | { readonly order_id: string }
);

/** The number of an order's lines, read without the lines themselves; 0 if it was never routed. */
export async function linesOfOrder(db: Queryable, order: SoughtOrder): Promise<number> {
  const [of, sought, value] =
    'decision_id' in order
      ? ['decision', 'id = $2::bigint', order.decision_id]
      : ['order', 'order_id = $2', order.order_id];
  const { rows } = await db.query<{ lines: number }>({
    name: `lines-of-${of}`,
    text: `SELECT json_array_length(lines) AS lines FROM orders
           WHERE ledger_id = $1 AND ${sought} ORDER BY id DESC LIMIT 1`,
    values: [order.ledger_id, value],
  });
  return rows[0]?.lines ?? 0;
}
