import { Anchor, Paper, Text, Title } from '@mantine/core';
import { useMayChange } from '../../client/rights.ts';
import { PageLink } from '../../components/page-link.tsx';
import { counted } from '../../view/numbers.ts';
import { STATUS_LOOKS, themed } from '../../view/statuses.ts';
import { useCapacity } from '../inventory/use-capacity.ts';
import { useShortPairs } from '../inventory/use-inventory.ts';
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
  const { data: late = { count: 0, isAll: true } } = useLateOrders(data);
  const { rows: short } = useShortPairs();
  const needs = needsOf(
    { overview: data, late, short, capacity: capacity?.warehouses ?? [], webhooks, keys },
    Date.now(),
  );
  const { orders } = data.figures;
  if (needs.length === 0)
    return (
      <Text>
        <span aria-hidden="true" style={{ color: themed(STATUS_LOOKS.FULL.ink) }}>
          {STATUS_LOOKS.FULL.sign}
        </span>{' '}
        Nothing needs you:{' '}
        {orders === 0 ? 'no orders were routed' : `${counted(orders, 'order ships', 'orders ship')} in full`}.
      </Text>
    );
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="xs">
        Needs attention
      </Title>
      <ul className="plain-list">
        {needs.map(({ text, to, search, isSevere }) => (
          <li key={text} className="anywhere">
            <NeedSign isSevere={isSevere} />{' '}
            <Anchor component={PageLink} to={to} {...(search && { search })} size="sm">
              {text}
            </Anchor>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function NeedSign({ isSevere }: { isSevere: boolean }) {
  const { ink, sign } = STATUS_LOOKS[isSevere ? 'NONE' : 'PARTIAL'];
  return (
    <span aria-hidden="true" style={{ color: themed(ink) }}>
      {sign}
    </span>
  );
}
