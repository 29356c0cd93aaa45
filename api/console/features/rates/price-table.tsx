import { Modal, Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Column, numberColumn } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { WarehouseNames } from '../../components/warehouse-names.tsx';
import { price, weight } from '../../view/numbers.ts';
import { EVERY_WAREHOUSE, type PriceList, warehouseText } from './price-curves.ts';
import { usePriceLists } from './use-rates.ts';

const priceUpTo = (each: PriceList['prices'][number] | undefined) =>
  each ? `up to ${weight(each.max_weight)}: ${price(each.price)}` : '–';

const COLUMNS: readonly Column<PriceList>[] = [
  {
    id: 'warehouse',
    title: 'Warehouse',
    width: '12rem',
    cell: ({ warehouse_id }) =>
      warehouse_id === EVERY_WAREHOUSE ? (
        warehouseText(warehouse_id)
      ) : (
        <WarehouseNames ids={[warehouse_id]} />
      ),
  },
  { id: 'zone', title: 'Zone', width: '8rem', cell: ({ zone }) => `zone ${zone}` },
  numberColumn('prices', 'Prices', ({ prices }) => prices.length, { width: '6rem' }),
  { id: 'lightest', title: 'Lightest', numeric: true, cell: ({ prices }) => priceUpTo(prices[0]) },
  { id: 'heaviest', title: 'Heaviest', numeric: true, cell: ({ prices }) => priceUpTo(prices.at(-1)) },
];

const PRICE_COLUMNS: readonly Column<PriceList['prices'][number]>[] = [
  { id: 'weight', title: 'Weight', cell: ({ max_weight }) => `up to ${weight(max_weight)}` },
  { id: 'price', title: 'Price', numeric: true, cell: (each) => price(each.price) },
];

const idOf = ({ warehouse_id, zone }: PriceList) => JSON.stringify([warehouse_id, zone]);

/** All prices by warehouse and zone. A click on a row shows each of its weights. */
export function PriceTable() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const lists = usePriceLists(q);
  const [shown, setShown] = useState<PriceList | null>(null);
  return (
    <Stack gap="xs">
      <Title order={2}>Prices</Title>
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'Warehouse or zone contains', width: 220 }]} />
      <PagedTable
        pages={lists}
        label="Prices"
        columns={COLUMNS}
        idOf={idOf}
        onOpen={setShown}
        empty={
          <EmptyState title="No matching prices">No warehouse and no zone contains {q ?? ''}.</EmptyState>
        }
      />
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown && `${warehouseText(shown.warehouse_id)} to zone ${shown.zone}`}
      >
        {shown && (
          <RowTable
            label="Prices by weight"
            columns={PRICE_COLUMNS}
            rows={shown.prices}
            idOf={({ max_weight }) => String(max_weight)}
          />
        )}
      </Modal>
    </Stack>
  );
}
