import { Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useDraft } from '../../client/draft.tsx';
import type { Warehouse } from '../../client/warehouses.ts';
import type { Column } from '../../components/column.ts';
import { IdText } from '../../components/id-text.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { useDone } from '../../components/use-done.ts';
import { whole } from '../../view/numbers.ts';
import { EnableDialog } from './old-stock.tsx';
import { useChangeWarehouse, useMoveWarehouse, type useWarehousePages } from './use-warehouses.ts';

interface WarehouseTableProps {
  readonly pages: ReturnType<typeof useWarehousePages>;
  readonly mayChange: boolean;
  readonly onEdit: (warehouse: Warehouse) => void;
  /** Shown if there are no warehouses. */
  readonly empty: ReactNode;
}

/** The warehouses by priority. Dragging a row, or Alt with the arrows on it, changes its place. */
export function WarehouseTable({ pages, mayChange, onEdit, empty }: WarehouseTableProps) {
  const moving = useMoveWarehouse();
  // Moving one warehouse ranks others anew, which the service does; a draft says the rank of each.
  const mayMove = useDraft() === null && mayChange;
  const [dragged, setDragged] = useState<number | null>(null);
  const { rows, firstPage } = pages;
  const ids = rows.map(({ warehouse_id }) => warehouse_id);
  const move = (from: number, to: number) => {
    const [warehouse_id, anchor] = [ids[from], ids[to]];
    if (from === to || warehouse_id === undefined || anchor === undefined || moving.isPending) return;
    const place = to < from ? { before: anchor } : { after: anchor };
    moving.mutate(
      { warehouse_id, place, etag: firstPage?.etag ?? null },
      { onSuccess: () => notifyDone('Priorities saved.'), onError: notifyFailed },
    );
  };
  const dragging = (index: number) => ({
    draggable: true,
    onDragStart: () => setDragged(index),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: () => dragged !== null && move(dragged, index),
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || step === undefined) return;
      event.preventDefault();
      move(index, index + step);
    },
  });
  const columns: readonly Column<Warehouse>[] = [
    {
      id: 'warehouse',
      title: 'Warehouse',
      cell: ({ warehouse_id, warehouse_name }) => (
        <>
          <span title={warehouse_name}>{warehouse_name}</span>
          <div>
            <IdText id={warehouse_id} what="warehouse ID" most={16} />
          </div>
        </>
      ),
    },
    {
      id: 'enabled',
      title: 'Enabled',
      width: '5rem',
      cell: (row) => <EnabledSwitch row={row} mayChange={mayChange} />,
    },
    { id: 'zip', title: 'ZIP', width: '5rem', cell: ({ zip }) => zip },
    {
      id: 'priority',
      title: 'Priority',
      numeric: true,
      width: '5rem',
      cell: ({ priority }) => (priority === null ? '–' : whole(priority)),
    },
  ];
  const change: Column<Warehouse> = {
    id: 'change',
    title: 'Actions',
    width: '11rem',
    hasButtons: true,
    cell: (row) => {
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
  };
  return (
    <Stack gap="xs">
      <PagedTable
        pages={pages}
        label="Warehouses"
        columns={mayChange ? [...columns, change] : columns}
        idOf={({ warehouse_id }) => warehouse_id}
        rowProps={(_, index) => (mayMove ? dragging(index) : {})}
        minWidth="36rem"
        empty={empty}
      />
      {mayMove && rows.length > 0 && (
        <Text size="xs" c="dimmed">
          Drag rows or use the arrows to change priority.
        </Text>
      )}
    </Stack>
  );
}

function EnabledSwitch({ row, mayChange }: { row: Warehouse; mayChange: boolean }) {
  const change = useChangeWarehouse();
  const done = useDone();
  const isDraft = useDraft() !== null;
  const [isAsked, question] = useDisclosure();
  const toggle = () => {
    if (change.isPending) return;
    if (!row.enabled && !isDraft) return question.open();
    change.mutate(
      { warehouse_id: row.warehouse_id, etag: row.etag, enabled: !row.enabled },
      {
        onSuccess: () =>
          done(`${row.warehouse_name} ${row.enabled ? 'disabled. Nothing ships from it' : 'enabled'}.`),
        onError: notifyFailed,
      },
    );
  };
  return (
    <>
      <Switch
        checked={row.enabled}
        disabled={!mayChange}
        onChange={toggle}
        aria-label={`${row.warehouse_name} enabled`}
      />
      {isAsked && <EnableDialog warehouse={row} onClose={question.close} />}
    </>
  );
}
