import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { Hint } from '../../components/hint.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Panel } from '../../components/section.tsx';
import { share, whole } from '../../view/numbers.ts';

/** What a run ships from one warehouse. */
interface WarehouseShare {
  readonly warehouse_id: string;
  readonly warehouse_name: string;
  readonly shipments: number;
  readonly units: number;
}

/** So many are as high as the outcomes beside them. */
const FIRST = 6;

/** The share of each warehouse in a run's units, the largest first. */
export function WarehouseShares({
  shares: by_warehouse,
  isLive,
}: {
  shares: readonly WarehouseShare[] | null;
  isLive: boolean;
}) {
  const [isWhole, showWhole] = useState(false);
  const total = (by_warehouse ?? []).reduce((sum, { units }) => sum + units, 0);
  const columns: readonly Column<WarehouseShare>[] = [
    column('warehouse', 'Warehouse', ({ warehouse_id, warehouse_name }) => (
      <span title={warehouse_id}>{warehouse_name}</span>
    )),
    column('share', 'Share', ({ units }) => share(units, total, { withCount: false }), { numeric: true }),
    numberColumn('shipments', 'Shipments', ({ shipments }) => shipments),
    numberColumn('units', 'Units', ({ units }) => units),
  ];
  return (
    <Panel title="Warehouses" h="100%">
      {by_warehouse === null || by_warehouse.length === 0 ? (
        <Hint>{isLive ? 'Shipments by warehouse appear here as orders are decided.' : 'No shipments.'}</Hint>
      ) : (
        <>
          <RowTable
            label="Shipments by warehouse"
            columns={columns}
            rows={isWhole ? by_warehouse : by_warehouse.slice(0, FIRST)}
            idOf={({ warehouse_id }) => warehouse_id}
          />
          {!isWhole && by_warehouse.length > FIRST && (
            <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => showWhole(true)}>
              Show all {whole(by_warehouse.length)} warehouses
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
