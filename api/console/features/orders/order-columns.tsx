import { type Column, column, numberColumn } from '../../components/column.ts';
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
  column('order', 'Order', ({ order_id }) => <IdCode id={order_id} most={18} />, {
    width: '10.5rem',
    csv: ({ order_id }) => order_id,
    beside: ({ order_id }) => <CopyId text={order_id} what={`order number ${order_id}`} />,
  }),
  column(
    'status',
    'Outcome',
    ({ status, state, warned }) => (
      <>
        <StatusBadge status={status} /> <OrderStateBadge state={state} /> {warned && <WarnedFlag />}
      </>
    ),
    {
      width: '17rem',
      csv: ({ status, state, warned }) =>
        [status, state !== 'current' && state, warned && 'warning'].filter(Boolean).join(', '),
    },
  ),
  column(
    'units',
    'Units',
    ({ units_shipped, units_ordered }) => `${whole(units_shipped)} / ${whole(units_ordered)}`,
    { numeric: true, width: '5rem' },
  ),
  column('zip', 'ZIP', ({ destination_zip }) => destination_zip, { width: '5rem' }),
  column(
    'from',
    'Ships from',
    ({ warehouses }) => warehouses.map(({ warehouse_name }) => warehouse_name).join(', ') || 'nowhere',
    { isWide: true },
  ),
  column('why', 'Reason', ({ reasons }) => reasons.map(reasonWords).join(', ') || '–', { isWide: true }),
  column(
    'arrives',
    'Arrives',
    ({ arrives_on, late }) => (arrives_on === null ? '–' : `${dayWords(arrives_on)}${late ? ', late' : ''}`),
    { isExtra: true, width: '9rem' },
  ),
  column('vip', 'VIP', ({ is_vip }) => (is_vip ? 'VIP' : '–'), { isExtra: true, width: '4rem' }),
  column('partner', 'Partner', ({ partner_id }) => partner_id ?? '–', { isExtra: true, width: '8rem' }),
  column('channel', 'Ship method', ({ ship_method }) => ship_method ?? '–', { isExtra: true, width: '8rem' }),
  column('profile', 'Profile', ({ profile }) => profile ?? '–', { isExtra: true, width: '8rem' }),
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
  column('run', 'Run', ({ client_run_number }) => `#${whole(client_run_number)}`, {
    isExtra: true,
    width: '5rem',
  }),
  column('decided', 'Decided', ({ decided_at }) => <MomentText at={decided_at} />, {
    sortBy: 'created_at',
    width: '6.25rem',
    csv: ({ decided_at }) => decided_at,
  }),
];

/** Those that are shown unless a person chooses others. */
export const USUAL_ORDER_COLUMNS = ORDER_LIST_COLUMNS.filter(({ isExtra }) => !isExtra);
