import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSorting } from '../../client/address.ts';
import { type CountQuery, type OrderCount, useCounts } from '../../client/order-count.ts';
import { useScope } from '../../client/scope.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Hint } from '../../components/hint.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { countOf } from '../../components/status-bar.tsx';
import { ORDER_SEARCH } from '../../view/order-filters.ts';
import { countText, countWords } from '../../view/search-count.ts';
import { STATUSES } from '../../view/statuses.ts';
import { readersZone } from '../../view/times.ts';
import { BulkMenu } from '../bulk-actions/bulk-menu.tsx';
import { ORDER_LIST_COLUMNS } from './order-columns.tsx';
import { PeriodMenu } from './period-menu.tsx';
import { useOrderFilters } from './use-order-filters.ts';
import { type FoundOrder, type OrderFilters, type OrderSort, searchQuery, useOrders } from './use-orders.ts';

const TRY = `curl -X POST "${location.origin}/api/v1/orders/route" -H "Authorization: Bearer $WRS_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"order_id": "SO-1", "destination_zip": "60614", "items": [{"sku": "LAMP-100", "quantity": 2}]}'`;

const NONE: ReadonlySet<string> = new Set();

/** What was selected stays selected over a visit of an order. */
const kept = new Map<string, ReadonlySet<string>>();

function useSelected(list: string) {
  const [ids, setIds] = useState(kept.get(list) ?? NONE);
  useEffect(() => {
    kept.set(list, ids);
  }, [list, ids]);
  return [ids, setIds] as const;
}

const idOf = ({ routing_decision_id }: FoundOrder) => String(routing_decision_id);

type Chip = 'status' | 'late' | 'warned';

const chip = (name: Chip, value: string, of: (all: OrderCount) => number) => ({
  name,
  value,
  query: { [name]: value } as CountQuery,
  of,
});

/** What the chips find, each by its filter. */
const CHIPS = [
  ...STATUSES.map((value) => chip('status', value, (all) => countOf(all, value))),
  chip('late', 'true', ({ late }) => late),
  chip('warned', 'true', ({ warned }) => warned),
];

/** The numbers beside the chips. */
function useChipCounts(filters: OrderFilters) {
  const { counts } = useCounts(searchQuery(filters), CHIPS);
  const texts: Record<Chip, Record<string, string | undefined>> = { status: {}, late: {}, warned: {} };
  for (const [at, { name, value }] of CHIPS.entries())
    texts[name][value] = counts[at] && countText(counts[at]);
  return texts;
}

/** The orders of the environment, with a search and filters in the address. */
export function OrdersPage() {
  const filters = useSearch({ strict: false }) as OrderFilters;
  const sorting = useSorting<OrderSort>('-created_at');
  const sought = pickFilters(filters);
  const { status: _status, late: _late, warned: _warned, ...withoutChips } = sought;
  const orders = useOrders(sought, sorting.sort);
  const total = useCounts(searchQuery(sought), []).all;
  const filterFields = useOrderFilters(ORDER_SEARCH, useChipCounts(withoutChips));
  const [ids, setIds] = useSelected(JSON.stringify(useScope()));
  const selected = orders.rows.filter((row) => ids.has(idOf(row)));
  const chosen = useChosenColumns('orders', ORDER_LIST_COLUMNS, selected.length > 0 ? selected : orders.rows);
  return (
    <Page
      title="Orders"
      beside={
        <Hint>
          {total && `${countWords(total)}, `}each by its latest decision. Times in {readersZone()}.
        </Hint>
      }
      actions={
        <>
          <SavedViews
            list="orders"
            search={{
              ...Object.fromEntries(ORDER_SEARCH.map((name) => [name, filters[name]])),
              sort: sorting.said,
            }}
          />
          <PeriodMenu />
          {chosen.menu}
          <BulkMenu filters={sought} selected={selected} onClear={() => setIds(NONE)} />
        </>
      }
    >
      <FilterBar values={filters} filters={filterFields} />
      <PagedTable
        pages={orders}
        label="Orders"
        columns={chosen.columns}
        sorting={sorting}
        selection={{ ids, onChange: setIds, nameOf: ({ order_id }) => `order ${order_id}` }}
        idOf={idOf}
        searchedBackTo={orders.lastPage?.searched_back_to ?? null}
        linkOf={({ order_id }) => ({ to: `/orders/${encodeURIComponent(order_id)}` })}
        isFiltered={Object.keys(sought).length > 0}
        empty={
          <EmptyState title="No orders yet" command={TRY}>
            Orders appear here as they are routed. Run this command with an API key for this environment to
            route one.
          </EmptyState>
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
