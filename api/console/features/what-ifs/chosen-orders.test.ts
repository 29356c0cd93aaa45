import { expect, it } from 'vitest';
import { startOfDay } from '../../view/times.ts';
import { chosenOrders } from './chosen-orders.ts';

it('asks for the orders of a run or of whole days, until today if no end is chosen', () => {
  const today = '2026-11-24';
  expect(chosenOrders({ run: '12' }, today)).toEqual({ routing_run_id: 12 });
  const [from, to] = [startOfDay('2026-11-01'), startOfDay('2026-11-04')];
  expect(chosenOrders({ from: '2026-11-01', to: '2026-11-03' }, today)).toEqual({ from, to });
  expect(chosenOrders({ from: '2026-11-01' }, today)).toEqual({ from, to: startOfDay('2026-11-25') });
  expect(chosenOrders({ to: '2026-11-03' }, today)).toBeNull();
});
