import type { Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../../account/configurations.ts';
import { momentAfter, takeLedger } from '../../account/ledger-lock.ts';
import { MAX_INT } from '../../contracts/common.ts';
import { placeText } from '../../contracts/intake/found-faults.ts';
import { type Place, placeWithin, toFault } from '../../contracts/intake/intake-record.ts';
import { readChanges, type SentChanges } from '../../contracts/intake/read-changes.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import type { ChangedStock, StockChange } from '../../contracts/stock-changes.ts';
import { parseTimestamp } from '../../contracts/timestamp.ts';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { validationFailed } from '../../foundation/errors/faults.ts';
import type { Principal } from '../../identity/principal.ts';
import {
  type AnsweredOnce,
  answerTextOnce,
  type IdempotentRequest,
  insertKeys,
  type KeyTaken,
  refusalAtLock,
  takenKeys,
} from '../idempotency/answer-once.ts';
import type { LedgerDeps, LedgerWait, Refused, Turn } from '../ledger-queues.ts';
import { rerouteAfterChanges } from '../reroute-run.ts';
import { shortPairEvents, shortPairsOf } from './counting.ts';
import { applyEntry, isLater, logStart, type Pair, sumWith } from './pair.ts';
import { insertEntries, type KeptEntry, noteMoment } from './pair-rows.ts';
import { Pairs } from './pairs.ts';
import { withWarehouses } from './snapshot-rows.ts';
import { stockRowsOf } from './stock-store.ts';

/** Changes of stock as plain data, so that any thread can make them. */
export interface ChangeRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: IdempotentRequest | null;
  /** For so many days entries are known: an older change is refused. */
  readonly log_days: number;
}

/** A change with its warehouse's database id. */
interface PairChange extends StockChange {
  readonly place: Place;
  readonly warehouse: number;
  readonly warehouse_name: string;
}

/**
 * Makes changes of stock from the bytes of their body, all or none (docs/guides/keep-stock-true.md). Few changes that wait for
 * their ledger share a transaction with other requests (ledger-queues.ts). Returns the answer as JSON text. Throws AppError:
 * validation_failed, unknown_warehouse, duplicate_inventory_row, bad_request for a moment that is not in the log,
 * quantity_changed, quantity_below_zero, idempotency_conflict.
 */
export function changeStock(
  deps: LedgerDeps & { readonly db: Database },
  { principal, body, idempotency, log_days }: ChangeRequest,
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string>> {
  const { ledger_id, contract_variant, configuration_id } = principal;
  return answerTextOnce(deps.db, ledger_id, idempotency, async () => {
    const sent = await readChanges(body, contract_variant);
    const configuration = await loadConfiguration(deps.db, configuration_id);
    const { warnings, places } = sent;
    const changes = withWarehouses(sent.values, configuration, (position) =>
      placeText(places[position]!),
    ).map((change): PairChange => ({ ...change, place: places[change.position]! }));
    return deps.ledgerQueues.push<string | KeyTaken, PreparedChanges>({
      data: { principal, configuration, changes, warnings, log_days, idempotency, wait },
      ...{ turn: changeTurn, principal, wait },
      turnKey: String(configuration_id),
      exclusiveKeys: idempotency === null ? [] : [idempotency.key],
      ...{ size: changes.length, bytes: body.bytes.length, work: 0 },
    });
  });
}

/** Changes with all that is known of them before their ledger is locked. */
interface PreparedChanges extends Pick<ChangeRequest, 'principal' | 'log_days' | 'idempotency'> {
  readonly configuration: StoredConfiguration;
  readonly changes: readonly PairChange[];
  readonly warnings: SentChanges['warnings'];
  readonly wait: LedgerWait;
}

interface MadeChanges {
  readonly request: PreparedChanges;
  readonly response: string;
  readonly entries: readonly KeptEntry[];
  /** Whether any of them raises a quantity. */
  readonly raises: boolean;
  /** What tells of pairs that are short. */
  readonly events: readonly Sql[];
}

/** Makes the changes of requests one after another, each on what the ones before it left. */
const changeTurn: Turn<PreparedChanges> = async (tx, requests, { isAlone }) => {
  const [{ principal, configuration }] = requests as readonly [PreparedChanges];
  const { ledger_id } = principal;
  const rows = stockRowsOf(requests.flatMap(({ changes }) => changes));
  const { ledger, pairs, taken } = await pipeline(tx).run({
    ledger: () => takeLedger(tx, ledger_id),
    pairs: () => Pairs.read(tx, ledger_id, rows),
    taken: () => takenKeys(tx, requests, isAlone),
  });
  const now = { as_of: ledger.as_of, moment: momentAfter(ledger) };
  const results = requests.map(
    (request) => refusalAtLock(request, taken) ?? makeChanges(request, now, pairs),
  );
  const made = results.filter((result): result is MadeChanges => !('refused' in result));
  return {
    outcomes: results.map((result) => ('refused' in result ? result : { answer: result.response })),
    save: [
      ...pairs.changes(),
      ...noteMoment(ledger, ledger_id, now.moment),
      ...insertEntries(
        ledger_id,
        made.flatMap(({ entries }) => entries),
      ),
      ...(made.some(({ raises }) => raises) ? rerouteAfterChanges(principal, configuration) : []),
      ...made.flatMap(({ events }) => events),
      ...insertKeys(
        ledger_id,
        made.map(({ request, response }) => ({ request: request.idempotency, run_id: null, response })),
      ),
    ],
  };
};

/** Makes the changes of a request in memory, or returns what refuses it. */
function makeChanges(request: PreparedChanges, now: ChangeClock, pairs: Pairs): MadeChanges | Refused {
  const { principal, configuration, changes, log_days, warnings } = request;
  const entries = changes.map((change) => entryOf(change, now));
  const refused = refusalOfMoments(changes, now, log_days) ?? refusalOf(changes, entries, pairs);
  if (refused !== null) return { refused };
  const changed: Pair[] = [];
  const answer = changes.map((change, index) => {
    const pair = pairs.at(change.sku, change.warehouse);
    const applied = applyEntry(pair, entries[index]!);
    changed.push(pair);
    return { sku: change.sku, warehouse_id: change.warehouse_name, ...unitsOf(pair), applied };
  });
  const short = shortPairsOf(configuration, changed);
  const response = JSON.stringify({
    ...{ changes: answer, short },
    ...(warnings && { warnings: [...warnings] }),
  } satisfies ChangedStock);
  const raises = answer.some(({ applied }, index) => applied && changes[index]!.change > 0);
  return { request, response, entries, raises, events: shortPairEvents(principal, short) };
}

/** What a pair has, by the names of GET /inventory. */
function unitsOf({ quantity, reserved }: Pair) {
  return {
    quantity_available: quantity,
    reserved_quantity: reserved,
    effective_quantity: Math.max(0, quantity - reserved),
  };
}

/** The time, in milliseconds since 1970, by the database's clock, and as changes that happen now have it. */
interface ChangeClock {
  readonly as_of: number;
  readonly moment: number;
}

/** Clocks of others may be so much ahead, in milliseconds. */
const AHEAD_MS = 5 * 60_000;

const sentAt = ({ happened_at }: PairChange, { as_of }: ChangeClock): number =>
  happened_at === null ? as_of : parseTimestamp(happened_at)!;

function refusalOfMoments(
  changes: readonly PairChange[],
  now: ChangeClock,
  logDays: number,
): AppError | null {
  const wrong = changes.find((change) => {
    const sent = sentAt(change, now);
    return sent > now.as_of + AHEAD_MS || sent < logStart(now.as_of, logDays);
  });
  if (wrong === undefined) return null;
  const { sku, happened_at } = wrong;
  return new AppError(
    'bad_request',
    `happened_at of SKU ${sku} must be at most ${logDays} days ago and not later than now: it is ${happened_at}.`,
  );
}

function entryOf(sent: PairChange, now: ChangeClock): KeptEntry & { readonly kind: 'change' } {
  const { sku, warehouse, change, reason } = sent;
  const happened = sentAt(sent, now);
  const moment = happened >= now.as_of ? now.moment : happened;
  return {
    ...{ kind: 'change', sku, warehouse, quantity: change, happened_at: moment, left_at: moment },
    ...{ decision_id: null, note: reason },
  };
}

/** The most pairs that a refusal names. */
const MAX_NAMED = 20;

/** Refuses changes by quantity_changed, quantity_below_zero or, of a quantity that would be too large, validation_failed. */
function refusalOf(
  changes: readonly PairChange[],
  entries: readonly (KeptEntry & { readonly kind: 'change' })[],
  pairs: Pairs,
): AppError | null {
  const presentOf = ({ sku, warehouse }: PairChange) => pairs.find(sku, warehouse)?.quantity ?? 0;
  const named = (some: readonly PairChange[]) =>
    some
      .slice(0, MAX_NAMED)
      .map((change) => `${change.sku} at ${change.warehouse_name} has ${presentOf(change)}`)
      .join(', ');
  const changed = changes.filter(
    (change) => change.expected_quantity !== null && change.expected_quantity !== presentOf(change),
  );
  if (changed.length > 0)
    return new AppError('quantity_changed', `expected_quantity is not the present one: ${named(changed)}.`);
  const sums = changes.map((change, index) => {
    const pair = pairs.find(change.sku, change.warehouse);
    if (pair === undefined) return change.change;
    return isLater(entries[index]!, pair.count) ? sumWith(pair, change.change) : 0;
  });
  const below = changes.filter(({ change }, index) => change < 0 && sums[index]! < 0);
  if (below.length > 0)
    return new AppError('quantity_below_zero', `There is less than would go: ${named(below)}.`);
  const above = changes.find((_, index) => sums[index]! > MAX_INT);
  if (above === undefined) return null;
  return validationFailed([
    toFault({ ...placeWithin(above.place, 'change'), message: 'makes the quantity too large' }),
  ]);
}
