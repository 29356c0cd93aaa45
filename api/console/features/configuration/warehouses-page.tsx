import { Button, Grid, Paper } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useDraft } from '../../client/draft.tsx';
import { usePlaces } from '../../client/places.ts';
import { useMayChange } from '../../client/rights.ts';
import type { Warehouse } from '../../client/warehouses.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { LazyMap } from '../../components/lazy-map.tsx';
import { Page } from '../../components/page.tsx';
import { ListCount } from '../../components/paged-table.tsx';
import { useEdited } from '../../components/use-edited.ts';
import { counted } from '../../view/numbers.ts';
import { shortenMiddle } from '../../view/shorten.ts';
import { ListFile } from './list-file.tsx';
import { useWarehousePages } from './use-warehouses.ts';
import { WarehouseForm } from './warehouse-form.tsx';
import { WarehouseTable } from './warehouse-table.tsx';

/** The warehouses, on a map and as a list by priority. */
export function WarehousesPage() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const warehouses = useWarehousePages(q);
  const mayChange = useMayChange();
  const isDraft = useDraft() !== null;
  const { rows, query } = warehouses;
  const edited = useEdited(rows, ({ warehouse_id }) => warehouse_id);
  const add = mayChange && !isDraft && <Button onClick={edited.add}>Add warehouse</Button>;
  const hasMap = !isDraft && (query.isPending || rows.length > 0);
  return (
    <Page
      title="Warehouses"
      beside={<ListCount pages={warehouses} />}
      lead="Orders ship from enabled warehouses. Priority breaks ties, or ranks all warehouses if Settings rank by priority."
      actions={
        <>
          <ListFile list="warehouses" />
          {add}
        </>
      }
    >
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'ID or name contains', width: 220 }]} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: hasMap ? 7 : 12 }}>
          <WarehouseTable
            pages={warehouses}
            mayChange={mayChange}
            onEdit={edited.open}
            isFiltered={Boolean(q)}
            empty={
              <EmptyState title="No warehouses yet" action={add}>
                Add the places your orders ship from{isDraft && ', on the Warehouses page'}. You need at least
                one before you can upload stock or route orders.
              </EmptyState>
            }
          />
        </Grid.Col>
        {hasMap && (
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Paper withBorder p="xs">
              <WarehouseMap rows={rows} />
            </Paper>
          </Grid.Col>
        )}
      </Grid>
      <FormModal
        {...edited.modal}
        title={edited.current ? `Edit ${edited.current.warehouse_name}` : 'Add warehouse'}
      >
        <WarehouseForm warehouse={edited.current} onDone={edited.close} />
      </FormModal>
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
