import { Group, Switch } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSetSearch } from '../../client/address.ts';
import { useDraft } from '../../client/draft.tsx';
import { useWarehouses, type Warehouse } from '../../client/warehouses.ts';
import { type Column, column } from '../../components/column.ts';
import { IdText } from '../../components/id-text.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { whole } from '../../view/numbers.ts';
import { OldStock } from './old-stock.tsx';
import { placesMoved } from './places-moved.ts';
import { useMoveWarehouse, useSaveWarehouse, type useWarehousePages } from './use-warehouses.ts';
import { YesterdayWithout } from './yesterday-without.tsx';

interface WarehouseTableProps {
  readonly pages: ReturnType<typeof useWarehousePages>;
  readonly mayChange: boolean;
  readonly onEdit: (warehouse: Warehouse) => void;
  /** Shown if there are no warehouses. */
  readonly isFiltered: boolean;
  readonly empty: ReactNode;
}

/** The warehouses by priority. The arrows of a row change its place. */
export function WarehouseTable({ pages, mayChange, onEdit, ...view }: WarehouseTableProps) {
  const { rows, firstPage } = pages;
  const moving = useMoveWarehouse();
  const all = useWarehouses().data ?? rows;
  // Moving one warehouse ranks others anew, which the service does; a draft says the rank of each.
  const mayMove = useDraft() === null && mayChange;
  const ids = rows.map(({ warehouse_id }) => warehouse_id);
  const move = (from: number, to: number) => {
    const [moved, anchor] = [rows[from], rows[to]];
    if (from === to || moved === undefined || anchor === undefined || moving.isPending) return;
    const place = to < from ? { before: anchor.warehouse_id } : { after: anchor.warehouse_id };
    const { warehouse_id, warehouse_name } = moved;
    moving.ask(
      { warehouse_id, etag: firstPage?.etag ?? null, ...place },
      {
        of: { warehouse_id },
        title: `Move ${warehouse_name}?`,
        text: 'From the next order, warehouses rank by the new priorities.',
        effects: placesMoved(all, warehouse_id, place),
        verb: `Move ${warehouse_name}`,
        done: 'Priorities saved.',
      },
    );
  };
  const columns: readonly Column<Warehouse>[] = [
    column('warehouse', 'Warehouse', ({ warehouse_name }) => warehouse_name, {
      beside: ({ warehouse_id }) => <IdText id={warehouse_id} what="warehouse ID" most={16} />,
    }),
    column('enabled', 'Enabled', (row) => <EnabledSwitch row={row} mayChange={mayChange} />, {
      width: '5rem',
    }),
    column('zip', 'ZIP', ({ zip }) => zip, { width: '5rem' }),
    column('priority', 'Priority', ({ priority }) => (priority === null ? '–' : whole(priority)), {
      numeric: true,
      width: '5rem',
    }),
  ];
  const change: Column<Warehouse> = column(
    'change',
    'Actions',
    (row) => {
      const index = ids.indexOf(row.warehouse_id);
      return (
        <Group gap={4} wrap="nowrap">
          <RowButton label={`Edit ${row.warehouse_name}`} onClick={() => onEdit(row)}>
            Edit
          </RowButton>
          {mayMove && (
            <>
              <RowButton
                label={`${row.warehouse_name} up`}
                isDisabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                ↑
              </RowButton>
              <RowButton
                label={`${row.warehouse_name} down`}
                isDisabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              >
                ↓
              </RowButton>
            </>
          )}
        </Group>
      );
    },
    { width: '11rem', hasButtons: true },
  );
  return (
    <PagedTable
      pages={pages}
      label="Warehouses"
      columns={mayChange ? [...columns, change] : columns}
      idOf={({ warehouse_id }) => warehouse_id}
      minWidth="36rem"
      {...view}
    />
  );
}

/** Whether a warehouse is enabled. To disable it asks what that changes, to enable it what its old stock counts as. */
function EnabledSwitch({ row, mayChange }: { row: Warehouse; mayChange: boolean }) {
  const change = useSaveWarehouse();
  const { data } = useWarehouses();
  const all = data ?? [];
  const { warehouse_id, warehouse_name, etag, enabled } = row;
  const toggle = () => {
    const open = all.filter((each) => each.enabled).length;
    const of = (count: number) => `${whole(count)} of ${whole(all.length)}`;
    const effect = { what: 'Enabled warehouses', before: of(open) };
    let isCleared = false;
    const values = () => ({ warehouse_id, etag, enabled: !enabled, ...(isCleared && { clear_stock: true }) });
    change.ask(
      values,
      enabled
        ? {
            of: { warehouse_id },
            title: `Disable ${warehouse_name}?`,
            text: 'From the next order, nothing ships from it. Orders already routed to it stay as they are.',
            details: <YesterdayWithout warehouse={row} />,
            effects: [{ ...effect, after: of(open - 1), isDangerous: open === 1 }],
            verb: `Disable ${warehouse_name}`,
            isDangerous: true,
            done: `${warehouse_name} disabled. Nothing ships from it.`,
          }
        : {
            title: `Enable ${warehouse_name}?`,
            text: 'From the next order, orders ship from it again, in Test and Live.',
            details: (
              <OldStock
                warehouseId={warehouse_id}
                onChange={(next) => {
                  isCleared = next;
                }}
              />
            ),
            effects: [{ ...effect, after: of(open + 1) }],
            verb: `Enable ${warehouse_name}`,
            done: `${warehouse_name} enabled.`,
            isFinal: () => isCleared,
          },
    );
  };
  const { q, do: asked } = useSearch({ strict: false }) as { q?: string; do?: string };
  const setSearch = useSetSearch();
  const isMeant = mayChange && q === warehouse_id && asked === (enabled ? 'disable' : 'enable');
  // Asks what a link to the action means, as the switch does; the question is asked once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is asked begins it, and the warehouses are read
  useEffect(() => {
    if (!isMeant || data === undefined) return;
    setSearch({ do: undefined }, { replace: true });
    toggle();
  }, [isMeant, data === undefined]);
  return (
    <Switch
      checked={enabled}
      disabled={!mayChange || change.isPending || data === undefined}
      onChange={toggle}
      aria-label={`${warehouse_name} enabled`}
    />
  );
}
