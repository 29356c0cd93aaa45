import { Text } from '@mantine/core';
import type { Column } from '../../components/data-table.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { StatusBadge, WarnedFlag } from '../../components/status-badge.tsx';
import { whole } from '../../view/numbers.ts';
import { reasonWords } from '../../view/reasons.ts';
import { shortenMiddle } from '../../view/shorten.ts';
import type { FoundOrder } from './use-orders.ts';

/** The columns of every list of orders. */
export const ORDER_COLUMNS: readonly Column<FoundOrder>[] = [
  { id: 'order', title: 'Order', width: '11rem', cell: ({ order_id }) => <Mono text={order_id} /> },
  {
    id: 'status',
    title: 'Outcome',
    width: '13.5rem',
    cell: ({ status, warned }) => (
      <>
        <StatusBadge status={status} /> {warned && <WarnedFlag />}
      </>
    ),
  },
  {
    id: 'units',
    title: 'Units',
    numeric: true,
    width: '6rem',
    cell: ({ units_shipped, units_ordered }) => `${whole(units_shipped)} / ${whole(units_ordered)}`,
  },
  { id: 'zip', title: 'ZIP', width: '5rem', cell: ({ destination_zip }) => destination_zip },
  {
    id: 'from',
    title: 'Ships from',
    cell: ({ warehouses }) => warehouses.map(({ warehouse_name }) => warehouse_name).join(', ') || 'nowhere',
  },
  { id: 'why', title: 'What is missing', cell: ({ reasons }) => reasons.map(reasonWords).join(', ') || '–' },
  {
    id: 'decided',
    title: 'Decided',
    width: '8rem',
    cell: ({ decided_at }) => <MomentText at={decided_at} />,
  },
];

function Mono({ text }: { text: string }) {
  return (
    <Text component="span" ff="monospace" size="sm" title={text}>
      {shortenMiddle(text, 20)}
    </Text>
  );
}
