import { expect, it } from 'vitest';
import {
  checkAgain,
  checkHistory,
  type HistoryOperation,
  type StoredDecision,
  type StoredState,
} from './check-history.ts';

const PLACE = 'CHAIR EWR1';

function answerOn(order_id: string, routing_decision_id: number, units: number): string {
  const shipments = [
    { selected_warehouse: { warehouse_id: 'EWR1' }, lines: [{ sku: 'CHAIR', ship_qty: units }] },
  ];
  return JSON.stringify({ results: [{ order_id, routing_decision_id, status: 'FULL', shipments }] });
}

const decision = (id: number, units: number, holds: boolean): StoredDecision => ({
  id,
  status: 'FULL',
  shipped: new Map([[PLACE, units]]),
  holds,
});
const promised = (units: number) => new Map([[1, new Map([[PLACE, units]])]]);

type Checked = Exclude<HistoryOperation['kind'], 'shipped' | 'change' | 'count' | 'confirm'>;
type Operations = Readonly<Record<Checked | 'worse', HistoryOperation>>;

const done = (
  kind: HistoryOperation['kind'],
  key: string,
  orders: readonly string[],
  status = 200,
  text = '{}',
) => ({ kind, key, orders, unanswered: 0, answer: { status, text } });

/** Operations of which every answer holds. */
const RIGHT_OPERATIONS: Operations = {
  sync: { ...done('sync', 'sync-1', []), quantities: new Map([[PLACE, 9]]) },
  upload: { ...done('upload', 'sync-2', []), quantities: new Map() },
  single: done('single', 'k1', ['o1'], 200, answerOn('o1', 1, 2)),
  batch: done('batch', 'k0', [], 200, '{"results": []}'),
  reroute: done('reroute', 'k2', ['o1'], 200, answerOn('o1', 2, 3)),
  worse: done('reroute', 'k3', ['o1'], 409),
  run: done('run', 'k4', ['o2', 'o3'], 202, '{"routing_run_id": 7}'),
  release: done('release', 'k5', ['o3']),
  configuration: { ...done('configuration', 'k6', []), value: 4 },
  'what-if': done('what-if', 'k7', [], 202, '{"what_if_id": 5}'),
};

/** What the service has after them. */
const RIGHT: StoredState = {
  decisions: new Map([
    ['o1', [decision(1, 2, false), decision(2, 3, true)]],
    ['o2', [decision(3, 1, true)]],
    ['o3', [decision(4, 1, false)]],
  ]),
  runs: new Map([[7, { status: 'completed', orders: 2 }]]),
  whatIfs: new Map([[5, { status: 'completed', is_same: true }]]),
  syncs: ['sync-1', 'sync-2'],
  stock_epoch: 2,
  promised: promised(4),
  stock: new Map([[PLACE, 9]]),
  setting: 4,
};
const decided = (order: string, ...made: StoredDecision[]) => ({
  decisions: new Map([...RIGHT.decisions, [order, made]]),
});
const runIs = (status: string, orders: number) => ({ runs: new Map([[7, { status, orders }]]) });

const whatIfIs = (status: string, is_same: boolean) => ({ whatIfs: new Map([[5, { status, is_same }]]) });

type Case = readonly [
  name: string,
  found: readonly string[],
  /** What is stored otherwise. */
  stored?: Partial<StoredState>,
  /** What was answered otherwise, by operation. */
  answered?: { readonly [Kind in keyof Operations]?: Partial<HistoryOperation> },
  again?: readonly (readonly [key: string, text: string])[],
];

const CASES: readonly Case[] = [
  ['nothing where every answer holds', []],
  ['nothing where an answer is the same again', [], {}, {}, [['k1', answerOn('o1', 1, 2)]]],
  ['a request that was never answered', ['unanswered'], {}, { worse: { answer: null } }],
  ['an answer of a fault of the service before a good one', ['failed'], {}, { sync: { failure: '500' } }],
  ['a refused request', ['refused'], {}, { configuration: { answer: { status: 422, text: '' } } }],
  ['an answered decision that is lost', ['lost', 'lost'], decided('o1', decision(2, 3, true))],
  ['an order of a run without a decision', ['lost'], decided('o2')],
  ['an order decided twice', ['duplicated'], decided('o2', decision(3, 1, true), decision(9, 1, false))],
  ['an order that nobody had accepted', ['invented'], decided('o9')],
  ['a run that is gone', ['lost'], { runs: new Map() }],
  ['a run that has lost an order', ['lost'], runIs('completed', 1)],
  ['a run that failed', ['lost'], runIs('failed', 2)],
  ['a what-if that is gone', ['lost'], { whatIfs: new Map() }],
  ['a what-if that failed', ['lost'], whatIfIs('failed', true)],
  ['a what-if that finds changes without a draft', ['invented'], whatIfIs('completed', false)],
  [
    'an answer that is not what is stored',
    ['taken back'],
    {},
    { single: { answer: { status: 200, text: answerOn('o1', 1, 3) } } },
  ],
  ['another answer to the same key', ['taken back'], {}, {}, [['k5', '{"again": true}']]],
  ['a release that was taken back', ['taken back'], decided('o3', decision(4, 1, true))],
  ['a change of the configuration that was taken back', ['taken back'], { setting: 3 }],
  ['a sync that is lost', ['lost'], { syncs: ['sync-1'], stock_epoch: 1 }],
  ['a sync that was taken twice', ['duplicated'], { syncs: ['sync-1', 'sync-2', 'sync-1'], stock_epoch: 3 }],
  ['a sync that nobody sent', ['invented'], { syncs: ['sync-1', 'sync-2', 'sync-0'], stock_epoch: 3 }],
  ['units that were promised twice', ['units'], { promised: promised(10) }],
  ['units that are not there', ['units'], { stock: new Map([[PLACE, 8]]) }],
  ['an epoch without a sync', ['units'], { stock_epoch: 3 }],
];

it.each(CASES.map((each) => [each[0], each] as const))('finds %s', (_name, each) => {
  const [, found, stored = {}, answered = {}, again = []] = each;
  const operations = Object.entries(RIGHT_OPERATIONS).map(([name, operation]) => ({
    ...operation,
    ...answered[name as keyof Operations],
  }));
  const violations = checkHistory(operations, { ...RIGHT, ...stored }, new Map(again));
  expect(violations.map((violation) => violation.split(':')[0])).toEqual(found);
});

it('finds faults of the service, and other answers to the same key, where requests may be refused', () => {
  const refused = done('shipped', 'k1', [], 409);
  const failed = { ...done('count', 'k2', []), failure: '500' };
  const unanswered = { ...done('change', 'k3', []), answer: null };
  expect(checkAgain([refused, failed, unanswered], new Map([['k1', 'another']]))).toEqual([
    expect.stringMatching(/^taken back: shipped k1/),
    'failed: count k2 was answered 500',
    'unanswered: change k3 never had an answer',
  ]);
});
