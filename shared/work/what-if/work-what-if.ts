import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../../account/configurations.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Destination, SkuUnits } from '../../engine/types.ts';
import { decideAll, isWindow, type OrderDecisions } from '../../ledger/decide-orders.ts';
import { decideWindow } from '../../ledger/decide-window.ts';
import { remainingLines } from '../../ledger/decisions/order-need.ts';
import type { TakenSlots } from '../../ledger/departures/slot-rows.ts';
import { ledgerContext, stockChangesOf } from '../../ledger/ledger-state.ts';
import { loadLedgerState } from '../../ledger/load-ledger-state.ts';
import { addCounts } from '../../ledger/status-counts.ts';
import { loadMoments, loadOrders, type StoredOrder, withPriorities } from '../../ledger/stored-orders.ts';
import type { WorkDeps } from '../../runs/background-work.ts';
import { countSide } from '../../runs/counts/side-counts.ts';
import { areRunsWorkedOn } from '../../runs/managed/managed-run.ts';
import { type NeededOrder, outcomeText, type SideDecision, visibleOf } from './outcome.ts';
import { prepareWhatIf } from './prepare-what-if.ts';
import { endWhatIf, isUnderWay, loadSides, loadWhatIf, type Sides, type WhatIf } from './what-ifs.ts';

/** How long a job works on a what-if, in milliseconds. Then it yields to other jobs. */
const SLICE_MS = 500;

/**
 * Works on a what-if for a short time, step by step, and returns it as it is then; null: there is none. A step is a
 * transaction: a worker may be killed at any time, and two may work at once. Nothing of the ledger is changed or locked.
 */
export async function workWhatIf(
  deps: WorkDeps,
  { what_if_id, ledger_id }: { readonly what_if_id: number; readonly ledger_id: number },
): Promise<WhatIf | null> {
  const { db, isThreadWaitedFor = () => false } = deps;
  const end = performance.now() + SLICE_MS;
  for (;;) {
    const whatIf = await loadWhatIf(db.pool, ledger_id, what_if_id);
    if (whatIf === null || !isUnderWay(whatIf) || performance.now() > end) return whatIf;
    await step(deps, whatIf);
    // While runs of the ledger are worked on, a job does one step: `enqueueWhatIfs` delays the next one.
    if (isThreadWaitedFor() || (await areRunsWorkedOn(db.pool, ledger_id)))
      return loadWhatIf(db.pool, ledger_id, what_if_id);
  }
}

async function step(deps: WorkDeps, whatIf: WhatIf): Promise<void> {
  const { db } = deps;
  const sides = await loadSides(db, whatIf);
  if (whatIf.status === 'queued') {
    await inTransaction(db.pool, async (tx) => {
      if (await lockAt(tx, whatIf)) await prepareWhatIf(tx, whatIf, sides);
    });
    return;
  }
  const batches = await loadBatches(deps, whatIf, sides);
  // Only steps change the stock of a what-if. If another worker does this one meanwhile, what is decided here is dropped.
  const decided = batches && {
    baseline: await decideSide(deps, whatIf, 'baseline', batches.baseline),
    draft: await decideSide(deps, whatIf, 'draft', batches.draft),
  };
  await inTransaction(db.pool, async (tx) => {
    if (!(await lockAt(tx, whatIf))) return;
    if (decided === null) return endWhatIf(tx, whatIf, 'completed');
    const { baseline, draft } = decided;
    await pipeline(tx).run({ baseline: baseline.stock, draft: draft.stock });
    const changed = await saveDifferences(tx, whatIf, baseline.decided, draft.decided);
    const places = { baseline: baseline.slots, draft: draft.slots };
    await tx.query(
      `UPDATE what_ifs SET next_batch = next_batch + 1, orders_decided = orders_decided + $3,
         orders_changed = orders_changed + $4, baseline = $5, draft_side = $6, places = $7, updated_at = clock_timestamp()
       WHERE id = $1 AND ledger_id = $2`,
      [
        whatIf.id,
        whatIf.ledger_id,
        baseline.decided.length,
        changed,
        JSON.stringify(addCounts(whatIf.baseline, countSide(baseline.decided))),
        JSON.stringify(addCounts(whatIf.draft_side, countSide(draft.decided))),
        JSON.stringify(places),
      ],
    );
  });
}

/** Locks a what-if until the transaction ends. Returns whether it is still at the step that it was read at. */
async function lockAt(tx: pg.PoolClient, { id, ledger_id, status, next_batch }: WhatIf): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM what_ifs WHERE id = $1 AND ledger_id = $2 AND status = $3 AND next_batch = $4 FOR UPDATE`,
    [id, ledger_id, status, next_batch],
  );
  return rowCount !== 0;
}

/** The orders that a side decides next, in its order, with where they go. */
interface SideBatch {
  readonly configuration: StoredConfiguration;
  readonly stored: readonly NeededOrder[];
  readonly destinations: ReadonlyMap<string, Destination | null>;
  readonly moments: readonly number[];
}

interface NextBatch {
  readonly baseline_ids: readonly number[];
  readonly draft_ids: readonly number[];
  /** What had left of the orders when the what-if began, by their ids. */
  readonly shipped: Readonly<Record<number, readonly SkuUnits[]>> | null;
}

/** An order without what had left of it. */
function stillNeeded(stored: StoredOrder, shipped: readonly SkuUnits[] | undefined): NeededOrder {
  if (shipped === undefined) return stored;
  const { order } = stored;
  return { ...stored, shipped, order: { ...order, lines: remainingLines(order.lines, shipped) } };
}

/** Reads what both sides decide next; null: nothing is left. What an order says never changes, so this needs no lock. */
async function loadBatches(
  { db, lanes }: WorkDeps,
  { id, ledger_id, next_batch, as_of }: WhatIf,
  sides: Sides,
): Promise<{ readonly baseline: SideBatch; readonly draft: SideBatch } | null> {
  const { rows } = await db.pool.query<NextBatch>(
    'SELECT to_json(baseline_ids) AS baseline_ids, to_json(draft_ids) AS draft_ids, shipped FROM what_if_batches WHERE what_if_id = $1 AND batch = $2',
    [id, next_batch],
  );
  if (rows[0] === undefined) return null;
  const { baseline_ids, draft_ids, shipped } = rows[0];
  const ids = [...new Set([...baseline_ids, ...draft_ids])];
  const stored = await withPriorities(db.pool, ledger_id, await loadOrders(db.pool, ledger_id, ids));
  const byId = new Map(stored.map((each) => [each.id, stillNeeded(each, shipped?.[each.id])]));
  const momentOf = await loadMoments(db.pool, ledger_id, [...byId.keys()]);
  const batchOf = async (ids: readonly number[], configuration: StoredConfiguration): Promise<SideBatch> => {
    const own = ids.flatMap((orderId) => byId.get(orderId) ?? []);
    const zips = own.map(({ order }) => order.destination_zip);
    return {
      configuration,
      stored: own,
      destinations: await lanes.resolve(configuration, zips),
      moments: own.map((each) => as_of?.getTime() ?? momentOf.get(each.id) ?? Date.now()),
    };
  };
  return {
    baseline: await batchOf(baseline_ids, sides.baseline),
    draft: await batchOf(draft_ids, sides.draft),
  };
}

/** Decides a side's next orders as a run would that the ledger has for itself. */
async function decideSide(
  { db, windowWork }: WorkDeps,
  whatIf: WhatIf,
  side: 'baseline' | 'draft',
  { configuration, stored, destinations, moments }: SideBatch,
): Promise<DecidedSide> {
  const { id, ledger_id } = whatIf;
  const ledger = ledgerContext(ledger_id, configuration);
  const orders = stored.map(({ order }) => order);
  const context = {
    ...ledger,
    stock: { kind: 'what_if', what_if_id: id, side },
    mode: { ...ledger.mode, reserves: false, honours_reservations: false, prioritised: false },
    taken_slots: whatIf.places[side] ?? [],
  } as const;
  const state = await loadLedgerState(db.pool, context, orders);
  const toDecide = { orders, destinations, moments };
  const { decisions, evidence } = isWindow(context, orders.length)
    ? (decideWindow(state, toDecide, { windowWork }) as OrderDecisions)
    : decideAll(state, toDecide);
  const decided = stored.map((order, index) => ({
    stored: order,
    decision: decisions[index]!,
    evidence: evidence[index]!,
    destination: destinations.get(order.order.destination_zip) ?? null,
  }));
  return { decided, slots: state.slots?.all() ?? [], stock: stockChangesOf(state) };
}

/** What a side has decided, all slots that it has taken, and what saves the units that it has used up. */
interface DecidedSide {
  readonly decided: SideDecision[];
  readonly slots: readonly TakenSlots[];
  readonly stock: readonly Sql[];
}

/**
 * Saves the orders that the sides decide differently, and returns their number. If the draft changes the order of
 * allocation, an order may be decided on one side only so far: then its decision waits for the one of the other side.
 */
async function saveDifferences(
  tx: pg.PoolClient,
  { id, ledger_id }: WhatIf,
  baseline: readonly SideDecision[],
  draft: readonly SideDecision[],
): Promise<number> {
  const ofDraft = new Map(draft.map((each) => [each.stored.id, each]));
  const pairs: [SideDecision | undefined, SideDecision | undefined][] = baseline.map((each) => {
    const other = ofDraft.get(each.stored.id);
    ofDraft.delete(each.stored.id);
    return [each, other];
  });
  for (const alone of ofDraft.values()) pairs.push([undefined, alone]);
  const rows = pairs.flatMap(([left, right]) => {
    const { order, id: orderDbId } = (left ?? right)!.stored;
    const [seen, seenToo] = [left && visibleOf(left.decision), right && visibleOf(right.decision)];
    if (seen === seenToo) return [];
    const changed = seen !== undefined && seenToo !== undefined;
    return [
      {
        id: orderDbId,
        order_id: order.order_id,
        visible: changed ? null : (seen ?? seenToo),
        changed,
        baseline: left ? outcomeText(left) : null,
        draft: right ? outcomeText(right) : null,
      },
    ];
  });
  if (rows.length === 0) return 0;
  const saved = await tx.query<{ changed: boolean }>(
    `INSERT INTO what_if_orders AS known (what_if_id, ledger_id, id, order_id, visible, changed, baseline, draft)
     SELECT $1, $2, id, order_id, visible, changed, baseline::json, draft::json
     FROM unnest($3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[])
       AS new (id, order_id, visible, changed, baseline, draft)
     ON CONFLICT (what_if_id, id) DO UPDATE
       SET changed = known.visible <> excluded.visible, visible = NULL,
           baseline = coalesce(known.baseline, excluded.baseline), draft = coalesce(known.draft, excluded.draft)
     RETURNING changed`,
    [
      id,
      ledger_id,
      rows.map((row) => row.id),
      rows.map((row) => row.order_id),
      rows.map((row) => row.visible),
      rows.map((row) => row.changed),
      rows.map((row) => row.baseline),
      rows.map((row) => row.draft),
    ],
  );
  return saved.rows.filter(({ changed }) => changed).length;
}
