import { Stack, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../../client/address.ts';
import type { AnswerOf } from '../../client/calls.ts';
import { useRead } from '../../client/operations.ts';
import { useMayWork } from '../../client/rights.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { OtherEnvironment } from '../../components/other-environment.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { counted, money, weight, whole } from '../../view/numbers.ts';
import { USUAL_ORDER_COLUMNS } from '../orders/order-columns.tsx';
import { useCurrency } from '../rates/use-rates.ts';
import { CorrectStock } from './correct-stock.tsx';
import { PairHistory } from './pair-history.tsx';

/** One product: its synced, reserved and available units by warehouse, and the orders that have reserved it. */
export function SkuPage() {
  const { sku } = useParams({ strict: false }) as { sku: string };
  const stock = useRead('inventory', '/account/v1/inventory/{sku}', { sku });
  const currency = useCurrency();
  const { correct } = useSearch({ strict: false }) as { correct?: string };
  const setSearch = useSetSearch();
  const mayWork = useMayWork();
  const rows = stock.data?.warehouses ?? [];
  const corrected =
    mayWork && correct !== undefined && (rows.find((row) => row.warehouse_id === correct) ?? rows[0]);
  const open = (warehouse_id: string | undefined) => setSearch({ correct: warehouse_id }, { replace: true });
  return (
    <Page
      title={sku}
      beside={<CopyId text={sku} what="SKU" />}
      lead={stock.data && (stock.data.sku_description ?? 'No description')}
    >
      <QueryView query={stock} ifMissing={<OtherEnvironment />}>
        {(data) => (
          <Stack gap="lg">
            <Text size="sm">
              {counted(data.effective_quantity, 'unit')} available of {whole(data.quantity_available)} synced;{' '}
              {whole(data.reserved_quantity)} reserved
              {data.unit_value !== null && `; unit value ${money(data.unit_value, currency)}`}
              {data.unit_weight != null && `; unit weight ${weight(data.unit_weight)}`}.
            </Text>
            <RowTable
              label="Stock by warehouse"
              columns={mayWork ? [...STOCK_COLUMNS, correctColumn(open)] : STOCK_COLUMNS}
              rows={data.warehouses}
              idOf={({ warehouse_id }) => warehouse_id}
              maxWidth={960}
            />
            {corrected && <CorrectStock sku={sku} row={corrected} onClose={() => open(undefined)} />}
            <Section
              title={`Reserved by ${data.reserved_by_complete ? '' : 'the latest '} ${counted(data.reserved_by.length, 'order')}`}
            >
              {data.reserved_by.length === 0 ? (
                <Hint>No orders have reserved this product.</Hint>
              ) : (
                <DataTable
                  label="Orders with reserved units"
                  columns={RESERVATION_COLUMNS}
                  rows={data.reserved_by}
                  idOf={({ order }) => String(order.routing_decision_id)}
                  linkOf={({ order }) => ({ to: `/orders/${encodeURIComponent(order.order_id)}` })}
                />
              )}
            </Section>
            <PairHistory sku={sku} warehouses={data.warehouses} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type Sku = AnswerOf<'/account/v1/inventory/{sku}'>;
type Reservation = Sku['reserved_by'][number];
type StockRow = Sku['warehouses'][number];

const [ORDER, ...OTHERS] = USUAL_ORDER_COLUMNS.filter(({ id }) => !['zip', 'why'].includes(id)).map(
  ({ cell, beside, csv: _csv, ...column }): Column<Reservation> => ({
    ...column,
    cell: ({ order }) => cell(order),
    ...(beside && { beside: ({ order }) => beside(order) }),
  }),
);

/** The columns of the orders that have reserved the product. */
const RESERVATION_COLUMNS: readonly Column<Reservation>[] = [
  ORDER!,
  numberColumn('reserved', 'Reserved', ({ quantity }) => quantity, { width: '6.5rem' }),
  ...OTHERS,
];

const correctColumn = (open: (warehouse_id: string) => void): Column<StockRow> =>
  column(
    'correct',
    'Actions',
    ({ warehouse_id, warehouse_name }) => (
      <RowButton label={`Correct stock at ${warehouse_name}`} onClick={() => open(warehouse_id)}>
        Correct
      </RowButton>
    ),
    { hasButtons: true, width: '6rem' },
  );

const STOCK_COLUMNS: readonly Column<StockRow>[] = [
  column('warehouse', 'Warehouse', ({ warehouse_id, warehouse_name, enabled }) => (
    <span title={warehouse_id}>
      {warehouse_name}
      {!enabled && ' (disabled)'}
    </span>
  )),
  numberColumn('available', 'Available', ({ effective_quantity }) => effective_quantity),
  numberColumn('synced', 'Synced', ({ quantity_available }) => quantity_available),
  numberColumn('reserved', 'Reserved', ({ reserved_quantity }) => reserved_quantity),
  column('as_of', 'As of', ({ synced_at }) => (synced_at === null ? '–' : <MomentText at={synced_at} />), {
    width: '8rem',
  }),
  column(
    'changed',
    'Changed by a sync',
    ({ changed_at }) => (changed_at === null ? '–' : <MomentText at={changed_at} />),
    { width: '9rem' },
  ),
];
