import { type Column, numberColumn } from '../../components/column.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { IdCode } from '../../components/id-text.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { OrderStateBadge, StatusBadge, WarnedFlag } from '../../components/status-badge.tsx';
import { dollars, whole } from '../../view/numbers.ts';
import { reasonWords } from '../../view/reasons.ts';
import { dayWords } from '../../view/ship-days.ts';
import type { FoundOrder } from './use-orders.ts';

/** The columns of every list of orders. */
export const ORDER_LIST_COLUMNS: readonly Column<FoundOrder>[] = [
  {
    id: 'order',
    title: 'Order',
    width: '12.5rem',
    cell: ({ order_id }) => <IdCode id={order_id} most={18} />,
    csv: ({ order_id }) => order_id,
    beside: ({ order_id }) => <CopyId text={order_id} what={`order number ${order_id}`} />,
  },
  {
    id: 'status',
    title: 'Outcome',
    width: '16.25rem',
    cell: ({ status, state, warned }) => (
      <>
        <StatusBadge status={status} /> <OrderStateBadge state={state} /> {warned && <WarnedFlag />}
      </>
    ),
    csv: ({ status, state, warned }) =>
      [status, state !== 'current' && state, warned && 'warning'].filter(Boolean).join(', '),
  },
  {
    id: 'units',
    title: 'Units',
    numeric: true,
    width: '6.5rem',
    cell: ({ units_shipped, units_ordered }) => `${whole(units_shipped)} / ${whole(units_ordered)}`,
  },
  { id: 'zip', title: 'ZIP', width: '5rem', cell: ({ destination_zip }) => destination_zip },
  {
    id: 'from',
    title: 'Ships from',
    isWide: true,
    cell: ({ warehouses }) => warehouses.map(({ warehouse_name }) => warehouse_name).join(', ') || 'nowhere',
  },
  {
    id: 'why',
    title: 'Reason',
    isWide: true,
    cell: ({ reasons }) => reasons.map(reasonWords).join(', ') || '–',
  },
  {
    id: 'arrives',
    title: 'Arrives',
    isExtra: true,
    width: '9rem',
    cell: ({ arrives_on, late }) =>
      arrives_on === null ? '–' : `${dayWords(arrives_on)}${late ? ', late' : ''}`,
  },
  { id: 'vip', title: 'VIP', isExtra: true, width: '4rem', cell: ({ is_vip }) => (is_vip ? 'VIP' : '–') },
  {
    id: 'partner',
    title: 'Partner',
    isExtra: true,
    width: '8rem',
    cell: ({ partner_id }) => partner_id ?? '–',
  },
  {
    id: 'channel',
    title: 'Ship method',
    isExtra: true,
    width: '8rem',
    cell: ({ ship_method }) => ship_method ?? '–',
  },
  { id: 'profile', title: 'Profile', isExtra: true, width: '8rem', cell: ({ profile }) => profile ?? '–' },
  numberColumn('cost', 'Cost', ({ total_cost }) => total_cost, {
    text: dollars,
    isExtra: true,
    width: '6rem',
    csv: ({ total_cost }) => total_cost,
  }),
  numberColumn('value', 'Value', ({ total_value }) => total_value, {
    text: dollars,
    isExtra: true,
    width: '6rem',
    csv: ({ total_value }) => total_value,
  }),
  {
    id: 'run',
    title: 'Run',
    isExtra: true,
    width: '5rem',
    cell: ({ client_run_number }) => `#${whole(client_run_number)}`,
  },
  {
    id: 'decided',
    title: 'Decided',
    sortBy: 'created_at',
    width: '7rem',
    cell: ({ decided_at }) => <MomentText at={decided_at} />,
    csv: ({ decided_at }) => decided_at,
  },
];

/** Those that are shown unless a person chooses others. */
export const USUAL_ORDER_COLUMNS = ORDER_LIST_COLUMNS.filter(({ isExtra }) => !isExtra);
