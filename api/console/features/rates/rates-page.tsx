import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouseName } from '../../client/warehouses.ts';
import type { Effect } from '../../components/effect-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Page } from '../../components/page.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Panel } from '../../components/section.tsx';
import { type RowCounts, TableUpload } from '../../components/table-upload.tsx';
import { nameList } from '../../view/name-list.ts';
import { price, weight, whole } from '../../view/numbers.ts';
import { PriceTable } from './price-table.tsx';
import { RatesForm } from './rates-form.tsx';
import { zonesText } from './rates-values.ts';
import { type Rates, useRates, useSaveRates, warehouseText } from './use-rates.ts';

const EXAMPLE = `warehouse_id,zone,max_weight,price
*,1,1,7.20
*,1,10,9.85
*,2,1,7.60
*,2,10,11.40
EWR1,1,10,8.95`;

/** What shipments cost: the rates, the upload of prices, and a table of them. */
export function RatesPage() {
  const rates = useRates();
  return (
    <Page
      title="Rates"
      lead="What shipments cost by warehouse, zone and weight. With rates, orders show their cost, and Settings can choose the route by it."
    >
      <QueryView query={rates}>{(data) => <Sections rates={data} />}</QueryView>
    </Page>
  );
}

function Sections({ rates }: { rates: Rates }) {
  const mayChange = useMayChange();
  const { price_table } = rates;
  return (
    <Stack gap="md">
      {price_table === null ? (
        <EmptyState title="No rates yet" command={EXAMPLE} copies="the example">
          Upload a CSV of prices like this one. Each row is the price of a parcel up to a weight, from a
          warehouse (* is every warehouse) to a zone. Zones are numbered by distance: 1 up to 50 miles, 8
          beyond 1,800.
        </EmptyState>
      ) : (
        <Present rates={rates} mayChange={mayChange} />
      )}
      <Unpriced unpriced={rates.unpriced ?? []} />
      <PriceUpload rates={rates} mayChange={mayChange} />
      {price_table !== null && <PriceTable />}
    </Stack>
  );
}

function Present({ rates, mayChange }: { rates: Rates; mayChange: boolean }) {
  const { rates: present, split_penalty, default_unit_weight, etag } = rates;
  const save = useSaveRates();
  const [isOpen, { open, close }] = useDisclosure();
  const remove = () =>
    save.ask(
      { etag, rates: null },
      {
        of: {},
        title: 'Remove the rates?',
        text: 'Orders no longer show what they cost. The prices stay, and can be used again.',
        verb: 'Remove rates',
        isDangerous: true,
        done: 'Rates removed.',
      },
    );
  const takeAgain = () =>
    save.ask(
      { etag, rates: { currency: 'USD' } },
      {
        of: {},
        title: 'Use these prices?',
        text: 'From the next order, orders show what their shipments cost.',
        effects: [{ what: 'Orders show their cost in', before: 'no rates', after: 'USD' }],
        verb: 'Use these prices',
        done: 'The prices are used from the next order.',
      },
    );
  return (
    <Panel title="Current rates">
      {present === null ? (
        <Text size="sm">No rates yet: the prices below are not used.</Text>
      ) : (
        <List size="sm">
          <List.Item>Currency: {present.currency}</List.Item>
          <List.Item>Zones: {zonesText(present.zones)}</List.Item>
          <List.Item>
            Split penalty: {split_penalty === 0 ? 'none' : `${price(split_penalty)} ${present.currency}`}
          </List.Item>
          <List.Item>
            Default unit weight: {default_unit_weight === null ? 'none' : weight(default_unit_weight)}
          </List.Item>
        </List>
      )}
      {mayChange && (
        <Group mt="sm">
          {present === null ? (
            <Button onClick={takeAgain} loading={save.isPending}>
              Use these prices
            </Button>
          ) : (
            <>
              <PlainButton onClick={open}>Change rates</PlainButton>
              <PlainButton onClick={remove}>Remove</PlainButton>
            </>
          )}
        </Group>
      )}
      <FormModal opened={isOpen} onClose={close} title="Rates">
        <RatesForm rates={rates} onDone={close} />
      </FormModal>
    </Panel>
  );
}

type UnpricedZones = NonNullable<Rates['unpriced']>;

/** A warning of zones without a price, each with the warehouses whose shipments may go there. */
function Unpriced({ unpriced }: { unpriced: UnpricedZones }) {
  const nameOf = useWarehouseName();
  if (unpriced.length === 0) return null;
  const byZones = new Map<string, string[]>();
  for (const { warehouse_id, zones } of unpriced) {
    const key = `${zones.length === 1 ? 'Zone' : 'Zones'} ${zones.join(', ')}`;
    byZones.set(key, [...(byZones.get(key) ?? []), nameOf(warehouse_id)]);
  }
  return (
    <Alert color="yellow" variant="light" role="alert" title="Zones without a price">
      Shipments to these zones have no cost. Upload prices for the warehouses, or for every warehouse (*).
      <List size="sm" mt={4}>
        {[...byZones].map(([zones, warehouses]) => (
          <List.Item key={zones} className="anywhere">
            {zones}: from {nameList(warehouses)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

type Uploaded = components['schemas']['UploadedPrices'];

const countsOf = ({ warehouses }: Pick<Uploaded, 'warehouses'>): RowCounts =>
  warehouses.map(({ warehouse_id, prices }) => [warehouseText(warehouse_id), prices]);

function PriceUpload({ rates, mayChange }: { rates: Rates; mayChange: boolean }) {
  const { price_table: table, unpriced = [] } = rates;
  const effectsOf = (uploaded: Uploaded): readonly Effect[] => [
    ...(rates.rates?.currency === uploaded.currency
      ? []
      : [
          {
            what: 'Orders show their cost in',
            before: rates.rates?.currency ?? 'no rates',
            after: uploaded.currency,
          },
        ]),
    {
      what: 'Warehouses without a price for some zones',
      before: whole(unpriced.length),
      after: whole(uploaded.unpriced.length),
      isDangerous: uploaded.unpriced.length > unpriced.length,
    },
  ];
  return (
    <TableUpload
      title="Price table"
      noun="price"
      columns="warehouse_id, zone, max_weight and price"
      table={table && { ...table, counts: countsOf(table) }}
      mayChange={mayChange}
      path="/account/v1/rates/prices"
      countsOf={countsOf}
      effectsOf={effectsOf}
    />
  );
}
