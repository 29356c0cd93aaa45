import { Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTrial } from '../../client/operations.ts';
import { useUndoable } from '../../client/undo.ts';
import type { Warehouse } from '../../client/warehouses.ts';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { StockAges } from '../../components/enabled-stock.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useSaveWarehouse, WAREHOUSE } from './use-warehouses.ts';

interface OldStockProps {
  readonly warehouseId: string;
  readonly isCleared: boolean;
  readonly onChange: (isCleared: boolean) => void;
}

/** The stock that a disabled warehouse would have again, and whether it is to count as 0. */
export function OldStock({ warehouseId, isCleared, onChange }: OldStockProps) {
  const values = { warehouse_id: warehouseId, enabled: true, query: { dry_run: 'true' } } as const;
  const trial = useTrial('patch', WAREHOUSE, 'configuration', values, { select: ({ stock = [] }) => stock });
  return (
    <QueryView query={trial} lines={2}>
      {(stock) => (
        <Stack gap="xs">
          <Text size="sm">Its stock dates from before it was disabled:</Text>
          <StockAges stock={stock} />
          {stock.some(({ units }) => units > 0) && (
            <Checkbox
              label="Count this stock as 0 until the next sync"
              description="In Test and Live. Units that orders have reserved here are no longer reserved."
              checked={isCleared}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
          )}
        </Stack>
      )}
    </QueryView>
  );
}

/** Enables a warehouse. It shows its stock before. */
export function EnableDialog({ warehouse, onClose }: { warehouse: Warehouse; onClose: () => void }) {
  const { warehouse_id, warehouse_name, etag } = warehouse;
  const [isCleared, setCleared] = useState(false);
  const change = useSaveWarehouse();
  const undoable = useUndoable();
  const { act, undo } = undoable(() =>
    change.mutateAsync({ warehouse_id, etag, enabled: true, ...(isCleared && { clear_stock: true }) }),
  );
  const enable = () =>
    act().then(() => {
      notifyDone(`${warehouse_name} enabled.`, isCleared ? undefined : undo); // cleared stock stays cleared
      onClose();
    }, notifyFailed);
  return (
    <Modal opened onClose={onClose} title={`Enable ${warehouse_name}`}>
      <Stack gap="sm">
        <Text size="sm">Orders ship from it again, in Test and Live.</Text>
        <OldStock warehouseId={warehouse_id} isCleared={isCleared} onChange={setCleared} />
        <DialogButtons
          onClose={onClose}
          verb={`Enable ${warehouse_name}`}
          onAct={() => void enable()}
          loading={change.isPending}
        />
      </Stack>
    </Modal>
  );
}
