import { describe, expect, it } from 'vitest';
import { checkHistory, type StoredDecision, type StoredState } from './check-history.ts';
import { History, type HistoryOperation } from './history.ts';

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

/** A history in which everything is right, and what the service has after it. Tests change one or the other. */
function rightHistory() {
  const history = new History();
  const done = (what: Omit<HistoryOperation, 'unanswered' | 'answer'>, status: number, text: string) => {
    const operation = history.begin(what);
    operation.answer = { status, text };
    return operation;
  };
  const sync = done(
    { kind: 'sync', key: 'sync-1', orders: [], quantities: new Map([[PLACE, 9]]) },
    200,
    '{}',
  );
  const single = done({ kind: 'single', key: 'k1', orders: ['o1'] }, 200, answerOn('o1', 1, 2));
  const reroute = done({ kind: 'reroute', key: 'k2', orders: ['o1'] }, 200, answerOn('o1', 2, 3));
  const worse = done({ kind: 'reroute', key: 'k3', orders: ['o1'] }, 409, '{}');
  const run = done({ kind: 'run', key: 'k4', orders: ['o2', 'o3'] }, 202, '{"routing_run_id": 7}');
  const release = done({ kind: 'release', key: 'k5', orders: ['o3'] }, 200, '{}');
  const configuration = done({ kind: 'configuration', key: 'k6', orders: [], value: 4 }, 200, '{}');
  const state = {
    decisions: new Map([
      ['o1', [decision(1, 2, false), decision(2, 3, true)]],
      ['o2', [decision(3, 1, true)]],
      ['o3', [decision(4, 1, false)]],
    ]),
    runs: new Map([[7, { status: 'completed', orders: 2 }]]),
    syncs: ['sync-1'],
    stock_epoch: 1,
    promised: new Map([[1, new Map([[PLACE, 4]])]]),
    stock: new Map([[PLACE, { quantity: 9, reserved: 4 }]]),
    usage: 4,
    setting: 4,
  };
  return { history, state, sync, single, reroute, worse, run, release, configuration };
}

type Right = ReturnType<typeof rightHistory>;

/** Kinds of the violations that are found after `change`. */
function violations(
  change: (right: Right) => Partial<StoredState> | undefined,
  again?: ReadonlyMap<string, string>,
) {
  const right = rightHistory();
  const changed = change(right);
  return checkHistory(right.history, { ...right.state, ...changed }, again).map((each) => each.split(':')[0]);
}

describe('checkHistory', () => {
  it('finds nothing where every answer holds', () => {
    expect(violations(() => undefined)).toEqual([]);
    expect(violations(() => undefined, new Map([['k1', answerOn('o1', 1, 2)]]))).toEqual([]);
  });

  it('finds a request that was never answered', () => {
    expect(
      violations(({ history }) => {
        history.begin({ kind: 'release', key: 'k9', orders: ['o1'] });
      }),
    ).toEqual(['unanswered']);
  });

  it('finds a request that was answered as a fault of the service, though it was answered well later', () => {
    expect(
      violations(({ sync }) => {
        sync.failure = '500 internal_error';
      }),
    ).toEqual(['failed']);
  });

  it('finds a request that was refused', () => {
    expect(
      violations(({ configuration }) => {
        configuration.answer = { status: 422, text: '' };
      }),
    ).toEqual(['refused']);
  });

  it('finds an order whose decision is lost', () => {
    expect(
      violations(({ state }) => {
        state.decisions.set('o1', [decision(2, 3, true)]);
      }),
    ).toEqual(['lost', 'lost']);
    expect(
      violations(({ state }) => {
        state.decisions.delete('o2');
      }),
    ).toEqual(['lost']);
  });

  it('finds an order that was decided twice', () => {
    expect(
      violations(({ state }) => {
        state.decisions.get('o2')!.push(decision(9, 1, false));
      }),
    ).toEqual(['duplicated']);
  });

  it('finds an order that nobody had accepted', () => {
    expect(
      violations(({ state }) => {
        state.decisions.set('o9', []);
      }),
    ).toEqual(['invented']);
  });

  it('finds a run that is gone, or that did not complete with all of its orders', () => {
    expect(violations(() => ({ runs: new Map() }))).toEqual(['lost']);
    expect(violations(() => ({ runs: new Map([[7, { status: 'completed', orders: 1 }]]) }))).toEqual([
      'lost',
    ]);
    expect(violations(() => ({ runs: new Map([[7, { status: 'failed', orders: 2 }]]) }))).toEqual(['lost']);
  });

  it('finds an answer that is not what is stored, or that is another one when it is asked for again', () => {
    expect(
      violations(({ single }) => {
        single.answer = { status: 200, text: answerOn('o1', 1, 3) };
      }),
    ).toEqual(['taken back']);
    expect(violations(() => undefined, new Map([['k5', '{"again": true}']]))).toEqual(['taken back']);
  });

  it('finds a release or a change of the configuration that was taken back', () => {
    expect(
      violations(({ state }) => {
        state.decisions.set('o3', [decision(4, 1, true)]);
      }),
    ).toEqual(['taken back']);
    expect(violations(() => ({ setting: 3 }))).toEqual(['taken back']);
  });

  it('finds a sync that is lost, that was taken twice, or that nobody sent', () => {
    expect(violations(() => ({ syncs: [], stock_epoch: 0, stock: new Map() }))).toContain('lost');
    expect(violations(() => ({ syncs: ['sync-1', 'sync-1'], stock_epoch: 2 }))).toContain('duplicated');
    expect(violations(() => ({ syncs: ['sync-0', 'sync-1'], stock_epoch: 2 }))).toContain('invented');
  });

  it('finds units that were promised twice, are not there, or are reserved for nobody', () => {
    const tooMany = { promised: new Map([[1, new Map([[PLACE, 10]])]]) };
    expect(
      violations(() => ({ ...tooMany, stock: new Map([[PLACE, { quantity: 9, reserved: 10 }]]) })),
    ).toEqual(['units']);
    expect(violations(() => ({ stock: new Map([[PLACE, { quantity: 8, reserved: 4 }]]) }))).toEqual([
      'units',
    ]);
    expect(violations(() => ({ stock: new Map([[PLACE, { quantity: 9, reserved: 3 }]]) }))).toEqual([
      'units',
    ]);
    expect(violations(() => ({ stock_epoch: 2 }))).toEqual(['units']);
    expect(
      violations(({ state }) => {
        state.decisions.set('o1', [decision(1, 2, true), decision(2, 3, true)]);
      }),
    ).toEqual(['units']);
  });

  it('finds usage that is not that of the orders', () => {
    expect(violations(() => ({ usage: 3 }))).toEqual(['usage']);
    expect(violations(() => ({ usage: 5 }))).toEqual(['usage']);
  });
});

describe('History', () => {
  it('returns the next operation of a kind, and counts what came since a place', async () => {
    const history = new History();
    history.begin({ kind: 'single', key: 'a', orders: ['o1'] }).answer = { status: 200, text: '' };
    const next = history.next('batch');
    history.begin({ kind: 'single', key: 'b', orders: ['o2'] }).unanswered = 2;
    const batch = history.begin({ kind: 'batch', key: 'c', orders: ['o3'] });
    expect(await next).toBe(batch);
    batch.answer = { status: 200, text: '' };
    expect(history.countSince(1)).toEqual({ requests: 3, answered: 1, unanswered: 2 });
  });
});
