import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSorting } from '../../client/address.ts';
import { countWords, type OrderCount } from '../../client/order-count.ts';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { countOf } from '../../components/status-bar.tsx';
import { whole } from '../../view/numbers.ts';
import { ORDER_FILTER_LABELS } from '../../view/order-filters.ts';
import { ORDER_STATE_CHOICES } from '../../view/order-states.ts';
import { REASON_CODES, reasonWords } from '../../view/reasons.ts';
import { STATUS_CHOICES, STATUSES } from '../../view/statuses.ts';
import { readersZone } from '../../view/times.ts';
import { BulkMenu } from '../bulk-actions/bulk-menu.tsx';
import { ORDER_LIST_COLUMNS } from './order-columns.tsx';
import { PeriodMenu } from './period-menu.tsx';
import {
  type FoundOrder,
  type OrderFilters,
  type OrderSort,
  useOrderCount,
  useOrders,
} from './use-orders.ts';

const TRY = `curl -X POST "${location.origin}/api/v1/orders/route" -H "Authorization: Bearer $WRS_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"order_id": "SO-1", "destination_zip": "60614", "items": [{"sku": "LAMP-100", "quantity": 2}]}'`;

const EXTRA = ['partner_id', 'min_units', 'min_value', 'min_cost'] as const;
const ARRIVES = ['arrives_from', 'arrives_to'] as const;
const NONE: ReadonlySet<string> = new Set();

const idOf = ({ routing_decision_id }: FoundOrder) => String(routing_decision_id);

/** The numbers beside the chips. Beyond what is counted there are more: `1,204+`. */
function chipCounts(counted: OrderCount | undefined) {
  const words = (orders: number) => `${whole(orders)}${counted?.more ? '+' : ''}`;
  return {
    status: Object.fromEntries(
      STATUSES.map((status) => [status, counted && words(countOf(counted, status))]),
    ),
    late: { true: counted && words(counted.late) },
    warned: { true: counted && words(counted.warned) },
  };
}

/** The orders of the environment, with a search and filters in the address. */
export function OrdersPage() {
  const filters = useSearch({ strict: false }) as OrderFilters;
  const sorting = useSorting<OrderSort>('-created_at');
  const sought = pickFilters(filters);
  const { status: _status, late: _late, warned: _warned, ...withoutChips } = sought;
  const orders = useOrders(sought, sorting.sort);
  const total = useOrderCount(sought);
  const counts = chipCounts(useOrderCount(withoutChips));
  const [ids, setIds] = useState<ReadonlySet<string>>(NONE);
  const selected = orders.rows.filter((row) => ids.has(idOf(row)));
  const chosen = useChosenColumns('orders', ORDER_LIST_COLUMNS, selected.length > 0 ? selected : orders.rows);
  const warehouses = useWarehouseChoice();
  const isFiltered = Object.keys(sought).length > 0;
  return (
    <Page
      title="Orders"
      beside={
        total !== undefined && (
          <Text size="sm" c="dimmed">
            {countWords(total)}
          </Text>
        )
      }
      lead={`The latest decision for each order. Times in ${readersZone()}.`}
      actions={<BulkMenu filters={sought} selected={selected} onClear={() => setIds(NONE)} />}
    >
      <FilterBar
        list="orders"
        values={filters}
        sort={sorting.said}
        filters={[
          { name: 'q', label: ORDER_FILTER_LABELS.q, width: 180 },
          { name: 'state', label: ORDER_FILTER_LABELS.state, options: ORDER_STATE_CHOICES, width: 130 },
          {
            name: 'reason',
            label: ORDER_FILTER_LABELS.reason,
            options: REASON_CODES.map((value) => ({ value, label: reasonWords(value) })),
            width: 190,
          },
          {
            name: 'warehouse_id',
            label: ORDER_FILTER_LABELS.warehouse_id,
            options: warehouses.data,
            nothingFoundMessage: warehouses.nothingFoundMessage,
          },
          { name: 'sku', label: ORDER_FILTER_LABELS.sku },
          { name: 'zip', label: ORDER_FILTER_LABELS.zip, width: 80 },
          { name: 'from', label: ORDER_FILTER_LABELS.from, type: 'date' },
          { name: 'to', label: ORDER_FILTER_LABELS.to, type: 'date' },
          {
            name: 'search',
            label: ORDER_FILTER_LABELS.search,
            options: [{ value: 'incomplete', label: 'Not proven optimal' }],
            width: 150,
            isExtra: true,
          },
          {
            name: 'is_vip',
            label: ORDER_FILTER_LABELS.is_vip,
            options: [{ value: 'true', label: 'VIP' }],
            width: 90,
            isExtra: true,
          },
          ...EXTRA.map((name) => ({ name, label: ORDER_FILTER_LABELS[name], isExtra: true })),
          ...ARRIVES.map((name) => ({
            name,
            label: ORDER_FILTER_LABELS[name],
            type: 'date' as const,
            isExtra: true,
          })),
          {
            name: 'status',
            label: ORDER_FILTER_LABELS.status,
            options: STATUS_CHOICES,
            counts: counts.status,
          },
          { name: 'late', label: 'Late', options: [{ value: 'true', label: 'Late' }], counts: counts.late },
          {
            name: 'warned',
            label: ORDER_FILTER_LABELS.warned,
            options: [{ value: 'true', label: 'Policy warning' }],
            counts: counts.warned,
          },
        ]}
      >
        <PeriodMenu />
        {chosen.menu}
      </FilterBar>
      <PagedTable
        pages={orders}
        label="Orders"
        columns={chosen.columns}
        sorting={sorting}
        selection={{ ids, onChange: setIds, nameOf: ({ order_id }) => `order ${order_id}` }}
        idOf={idOf}
        searchedBackTo={orders.lastPage?.searched_back_to ?? null}
        linkOf={({ order_id }) => ({ to: `/orders/${encodeURIComponent(order_id)}` })}
        empty={
          isFiltered ? (
            <EmptyState title="No matching orders">
              Remove a filter, or search for part of the order number.
            </EmptyState>
          ) : (
            <EmptyState title="No orders yet" command={TRY}>
              Orders appear here as they are routed. Run this command with an API key for this environment to
              route one.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function pickFilters({
  client: _client,
  environment: _environment,
  sort: _sort,
  ...filters
}: OrderFilters & { client?: string; environment?: string; sort?: string }): OrderFilters {
  return filters;
}
