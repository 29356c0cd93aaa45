import { Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWarehouseChoice, useWarehouseName } from '../../client/warehouses.ts';
import { type Column, column } from '../../components/column.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Hint } from '../../components/hint.tsx';
import { IdCode } from '../../components/id-text.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { StatusBadge, WarnedFlag } from '../../components/status-badge.tsx';
import { whole } from '../../view/numbers.ts';
import { isLive, STATUS_CHOICES } from '../../view/statuses.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { hasCosts, verdict } from './figures.ts';
import { type ChangeFilters, useChanges, type WhatIf, type WhatIfChange } from './use-what-ifs.ts';

const columnsOf = (
  nameOf: (warehouseId: string) => string,
  currency: string | undefined,
): readonly Column<WhatIfChange>[] => {
  const outcome = (side: 'baseline' | 'draft', title: string): Column<WhatIfChange> =>
    column(
      side,
      title,
      ({ [side]: { status, warnings, search_complete, warehouses } }) => (
        <>
          <StatusBadge status={status} /> {warnings.length > 0 && <WarnedFlag />}
          {!search_complete && ' not proven optimal'}
          <Text size="xs">
            {warehouses
              .map(({ warehouse_id, units }) => `${whole(units)} from ${nameOf(warehouse_id)}`)
              .join(', ')}
          </Text>
        </>
      ),
      { wraps: true, isWide: true },
    );
  return [
    column('order', 'Order', ({ order_id }) => <IdCode id={order_id} most={18} />, { width: '10rem' }),
    outcome('baseline', 'Now'),
    outcome('draft', 'Draft'),
    column('what', 'What differs', ({ baseline, draft }) => verdict(baseline, draft, currency), {
      wraps: true,
    }),
  ];
};

const idOf = ({ routing_decision_id }: WhatIfChange) => String(routing_decision_id);

/** The orders that the two sides decide differently. A click on one shows why, on both sides. */
export function ChangedOrders({ whatIf }: { whatIf: WhatIf }) {
  const { from_status, to_status, warehouse_id } = useSearch({ strict: false }) as ChangeFilters;
  const filters = { from_status, to_status, warehouse_id };
  const changes = useChanges(whatIf, filters);
  const columns = columnsOf(useWarehouseName(), useCurrency(hasCosts(whatIf)));
  const warehouses = useWarehouseChoice();
  const [shown, setShown] = useState<number | null>(null);
  const isFiltered = Object.values(filters).some(Boolean);
  const change = shown === null ? undefined : changes.rows[shown];
  return (
    <Stack gap="xs">
      <Title order={2}>Changed orders</Title>
      <FilterBar
        values={filters}
        filters={[
          { name: 'from_status', label: 'Outcome now', options: STATUS_CHOICES, width: 190 },
          { name: 'to_status', label: 'Outcome with the draft', options: STATUS_CHOICES, width: 190 },
          {
            name: 'warehouse_id',
            label: 'Ships from, on a side',
            width: 190,
            options: warehouses.data,
            nothingFoundMessage: warehouses.nothingFoundMessage,
          },
        ]}
      />
      <PagedTable
        pages={changes}
        label="Changed orders"
        columns={columns}
        idOf={idOf}
        onOpen={(row) => setShown(changes.rows.indexOf(row))}
        isFiltered={isFiltered}
        empty={
          <Hint>
            {isLive(whatIf.status)
              ? 'Changed orders appear here as they are compared.'
              : 'No order would change.'}
          </Hint>
        }
      />
      {change && shown !== null && (
        <ChangeDialog
          whatIf={whatIf}
          change={change}
          onClose={() => setShown(null)}
          {...(shown > 0 && { onPrevious: () => setShown(shown - 1) })}
          {...(shown < changes.rows.length - 1 && {
            onNext: () => {
              setShown(shown + 1);
              // The last but one reads more, so that the next one is there.
              if (shown + 2 >= changes.rows.length) changes.onEnd();
            },
          })}
        />
      )}
    </Stack>
  );
}
