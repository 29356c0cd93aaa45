import { expect, it } from 'vitest';
import {
  applyEdits,
  changedMembers,
  type DraftEdits,
  draftChanges,
  withEdit,
  withoutChange,
} from './draft.ts';

const EWR1 = { warehouse_id: 'EWR1', enabled: true, priority: 1, etag: 'a' };
const idOf = (row: { warehouse_id: string }) => row.warehouse_id;
const close: DraftEdits = withEdit({}, 'warehouses', 'EWR1', {
  before: EWR1,
  after: { ...EWR1, enabled: false, etag: 'b' },
});

it('names each member that differs, and undoes it', () => {
  const changes = draftChanges(close);
  expect(changes).toEqual([
    {
      part: 'warehouses',
      id: 'EWR1',
      member: 'enabled',
      path: 'warehouses[EWR1].enabled',
      before: true,
      after: false,
    },
  ]);
  expect(draftChanges(withoutChange(close, changes[0]!))).toEqual([]);
  expect(changedMembers(close, 'warehouses', 'warehouse_id')).toEqual([
    { warehouse_id: 'EWR1', enabled: false },
  ]);
});

it('forgets an edit that is taken back by hand', () => {
  expect(withEdit(close, 'warehouses', 'EWR1', { before: EWR1, after: { ...EWR1 } })).toEqual({
    warehouses: {},
  });
});

it('takes members in another order for the same', () => {
  const before = { ...EWR1, capacity: { when_full: 'later', shipments_per_day: 40 } };
  const edit = { before, after: { ...EWR1, capacity: { shipments_per_day: 40, when_full: 'later' } } };
  expect(withEdit({}, 'warehouses', 'EWR1', edit)).toEqual({ warehouses: {} });
});

it('takes what an element lacks for null or 0', () => {
  const edit = { before: EWR1, after: { ...EWR1, capacity: null, safety_stock: 0 } };
  expect(withEdit({}, 'warehouses', 'EWR1', edit)).toEqual({ warehouses: {} });
});

it('lays changed, removed and new elements over a list', () => {
  const ATL1 = { warehouse_id: 'ATL1', enabled: true, priority: 2, etag: 'c' };
  const removed = withEdit(close, 'warehouses', 'ATL1', { before: ATL1, after: null });
  const BOS1 = { ...ATL1, warehouse_id: 'BOS1' };
  const edits = withEdit(removed, 'warehouses', 'BOS1', { before: null, after: BOS1 });
  const rows = [EWR1, ATL1];
  const changed = { ...EWR1, enabled: false, etag: 'b' };
  expect(applyEdits(edits, 'warehouses', rows, { idOf, isLast: true })).toEqual([changed, BOS1]);
  expect(applyEdits(edits, 'warehouses', rows, { idOf, isLast: false })).toEqual([changed]);
  expect(draftChanges(edits).map(({ path }) => path)).toEqual([
    'warehouses[EWR1].enabled',
    'warehouses[ATL1]',
    'warehouses[BOS1]',
  ]);
});
