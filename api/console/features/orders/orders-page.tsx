import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSorting } from '../../client/address.ts';
import { countWords, type OrderCount } from '../../client/order-count.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Hint } from '../../components/hint.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { countOf } from '../../components/status-bar.tsx';
import { whole } from '../../view/numbers.ts';
import { ORDER_SEARCH } from '../../view/order-filters.ts';
import { STATUSES } from '../../view/statuses.ts';
import { readersZone } from '../../view/times.ts';
import { BulkMenu } from '../bulk-actions/bulk-menu.tsx';
import { ORDER_LIST_COLUMNS } from './order-columns.tsx';
import { PeriodMenu } from './period-menu.tsx';
import { useOrderFilters } from './use-order-filters.ts';
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
  const filterFields = useOrderFilters(ORDER_SEARCH, chipCounts(useOrderCount(withoutChips)));
  const [ids, setIds] = useState<ReadonlySet<string>>(NONE);
  const selected = orders.rows.filter((row) => ids.has(idOf(row)));
  const chosen = useChosenColumns('orders', ORDER_LIST_COLUMNS, selected.length > 0 ? selected : orders.rows);
  const isFiltered = Object.keys(sought).length > 0;
  return (
    <Page
      title="Orders"
      beside={total !== undefined && <Hint>{countWords(total)}</Hint>}
      lead={`The latest decision for each order. Times in ${readersZone()}.`}
      actions={<BulkMenu filters={sought} selected={selected} onClear={() => setIds(NONE)} />}
    >
      <FilterBar list="orders" values={filters} sort={sorting.said} filters={filterFields}>
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
