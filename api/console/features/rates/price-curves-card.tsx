import { Group, Paper, Select, Skeleton, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useSetSearch } from '../../client/address.ts';
import { lazyScript } from '../../client/service-away.ts';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { Hint } from '../../components/hint.tsx';
import { ManySelect } from '../../components/many-select.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { EVERY_WAREHOUSE, type PriceList, warehouseText } from './price-curves.ts';
import { useCountingLists } from './use-rates.ts';

// As on the overview: charts are a large part of all script.
const PriceChart = lazyScript(() => import('./price-chart.tsx'));

/** More lines could not be told apart. */
const MAX_LINES = 10;

const OF_ALL = { value: EVERY_WAREHOUSE, label: warehouseText(EVERY_WAREHOUSE) };

/** What a parcel costs from a chosen warehouse, by weight and zone. `first` is the warehouse that is shown first. */
export function PriceCurvesCard({ first, currency }: { first: string; currency: string }) {
  const { warehouse_id = first } = useSearch({ strict: false }) as { warehouse_id?: string };
  const setSearch = useSetSearch();
  const warehouses = useWarehouseChoice();
  const lists = useCountingLists(warehouse_id);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={2}>Price by weight and zone</Title>
        <Select
          label="Warehouse"
          size="xs"
          allowDeselect={false}
          {...warehouses}
          data={[OF_ALL, ...warehouses.data]}
          value={warehouse_id}
          onChange={(next) => setSearch({ warehouse_id: next ?? undefined }, { replace: true })}
        />
      </Group>
      <QueryView query={lists}>
        {(data) =>
          data.length === 0 ? (
            <Hint>No prices for this warehouse, so its shipments have no cost.</Hint>
          ) : (
            <Curves key={warehouse_id} lists={data} currency={currency} />
          )
        }
      </QueryView>
    </Paper>
  );
}

function Curves({ lists, currency }: { lists: readonly PriceList[]; currency: string }) {
  const zones = lists.map(({ zone }) => zone);
  const [chosen, setChosen] = useState(zones.slice(0, MAX_LINES));
  const shown = lists.filter(({ zone }) => chosen.includes(zone));
  return (
    <>
      {zones.length > MAX_LINES && (
        <ManySelect
          label="Zones"
          description={`At most ${MAX_LINES} at once.`}
          size="xs"
          mb="sm"
          searchable
          data={zones}
          value={chosen}
          maxValues={MAX_LINES}
          onChange={setChosen}
        />
      )}
      <Suspense fallback={<Skeleton height={280} animate={false} />}>
        <PriceChart label="Price by weight and zone" lists={shown} currency={currency} />
      </Suspense>
    </>
  );
}
