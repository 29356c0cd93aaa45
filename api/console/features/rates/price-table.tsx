import { Stack, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useSearch } from '@tanstack/react-router';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { WarehouseNames } from '../../components/warehouse-names.tsx';
import { price, weight } from '../../view/numbers.ts';
import { EVERY_WAREHOUSE, type PriceList, usePriceLists, warehouseText } from './use-rates.ts';

const priceUpTo = (each: PriceList['prices'][number] | undefined) =>
  each ? `up to ${weight(each.max_weight)}: ${price(each.price)}` : '–';

const COLUMNS: readonly Column<PriceList>[] = [
  column(
    'warehouse',
    'Warehouse',
    ({ warehouse_id }) =>
      warehouse_id === EVERY_WAREHOUSE ? (
        warehouseText(warehouse_id)
      ) : (
        <WarehouseNames ids={[warehouse_id]} />
      ),
    { width: '12rem' },
  ),
  column('zone', 'Zone', ({ zone }) => `zone ${zone}`, { width: '8rem' }),
  numberColumn('prices', 'Prices', ({ prices }) => prices.length, { width: '6rem' }),
  column('lightest', 'Lightest', ({ prices }) => priceUpTo(prices[0]), { numeric: true }),
  column('heaviest', 'Heaviest', ({ prices }) => priceUpTo(prices.at(-1)), { numeric: true }),
];

const PRICE_COLUMNS: readonly Column<PriceList['prices'][number]>[] = [
  column('weight', 'Weight', ({ max_weight }) => `up to ${weight(max_weight)}`),
  column('price', 'Price', (each) => price(each.price), { numeric: true }),
];

const idOf = ({ warehouse_id, zone }: PriceList) => JSON.stringify([warehouse_id, zone]);

const openList = ({ warehouse_id, zone, prices }: PriceList) =>
  modals.open({
    title: `${warehouseText(warehouse_id)} to zone ${zone}`,
    children: (
      <RowTable
        label="Prices by weight"
        columns={PRICE_COLUMNS}
        rows={prices}
        idOf={({ max_weight }) => String(max_weight)}
      />
    ),
  });

/** All prices by warehouse and zone. A click on a row shows each of its weights. */
export function PriceTable() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const lists = usePriceLists(q);
  return (
    <Stack gap="xs">
      <Title order={2}>Prices</Title>
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'Warehouse or zone contains', width: 220 }]} />
      <PagedTable pages={lists} label="Prices" columns={COLUMNS} idOf={idOf} onOpen={openList} isFiltered />
    </Stack>
  );
}
