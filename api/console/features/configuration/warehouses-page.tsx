import { Button, Grid, Modal, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { usePlaces } from '../../client/places.ts';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouses, type Warehouse } from '../../client/warehouses.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LazyMap } from '../../components/lazy-map.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted } from '../../view/numbers.ts';
import { shortenMiddle } from '../../view/shorten.ts';
import { WarehouseForm } from './warehouse-form.tsx';
import { WarehouseTable } from './warehouse-table.tsx';

/** The warehouses, on a map and as a list by priority. */
export function WarehousesPage() {
  const warehouses = useWarehouses();
  const mayChange = useMayChange();
  const [edited, setEdited] = useState<Warehouse | 'new' | null>(null);
  const add = mayChange && <Button onClick={() => setEdited('new')}>Add a warehouse</Button>;
  return (
    <Page
      title="Warehouses"
      beside={warehouses.data && <Text c="dimmed">{warehouses.data.length}</Text>}
      lead="Orders ship from enabled warehouses. Priority decides between equals, or throughout if Settings rank by priority."
      actions={add}
    >
      <QueryView query={warehouses}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No warehouses yet" action={add}>
              Each place that orders can ship from stands here. Stock and routing need at least one.
            </EmptyState>
          ) : (
            <Grid>
              <Grid.Col span={{ base: 12, lg: 7 }}>
                <WarehouseTable rows={rows} mayChange={mayChange} onEdit={setEdited} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <Paper withBorder p="xs">
                  <WarehouseMap rows={rows} />
                </Paper>
              </Grid.Col>
            </Grid>
          )
        }
      </QueryView>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add a warehouse' : `Change ${edited?.warehouse_name ?? ''}`}
      >
        {edited !== null && (
          <WarehouseForm warehouse={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
        )}
      </Modal>
    </Page>
  );
}

function WarehouseMap({ rows }: { rows: readonly Warehouse[] }) {
  const places = usePlaces(rows.map(({ zip }) => zip));
  const sites = rows.flatMap(({ warehouse_id, zip, enabled }) => {
    const at = places.data?.get(zip);
    return at
      ? [{ id: warehouse_id, label: shortenMiddle(warehouse_id, 12), at, isChosen: enabled, isOff: !enabled }]
      : [];
  });
  const enabled = rows.filter((row) => row.enabled).length;
  return <LazyMap label={`Map: ${counted(enabled, 'enabled warehouse')} of ${rows.length}`} sites={sites} />;
}
