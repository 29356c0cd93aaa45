import { useMayChange } from '../../client/rights.ts';
import { NeedList } from '../../components/need-list.tsx';
import { counted } from '../../view/numbers.ts';
import { useCapacity, useShortPairs } from '../inventory/use-inventory.ts';
import { useApiKeys } from '../people/use-people.ts';
import { useWebhooks } from '../webhooks/use-webhooks.ts';
import { needsOf } from './needs-of.ts';
import { type Overview, useLateOrders } from './use-overview.ts';

/** What needs a person now, each as a link to exactly that. A period without faults says so. */
export function Needs({ data }: { data: Overview }) {
  const mayChange = useMayChange();
  const { data: capacity } = useCapacity();
  const { data: webhooks = [] } = useWebhooks({ isWanted: mayChange });
  const { data: keys = [] } = useApiKeys({ isWanted: mayChange });
  const { data: late = { orders: 0, more: false } } = useLateOrders(data);
  const { rows: short } = useShortPairs();
  const needs = needsOf(
    { overview: data, late, short, capacity: capacity?.warehouses ?? [], webhooks, keys },
    Date.now(),
  );
  const { orders } = data.figures;
  const nothing = `${orders === 0 ? 'no orders were routed' : `${counted(orders, 'order ships', 'orders ship')} in full`}.`;
  return <NeedList needs={needs} nothing={`Nothing needs you: ${nothing}`} />;
}
