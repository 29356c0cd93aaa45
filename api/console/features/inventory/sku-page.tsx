import { Stack, Table, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CopyId } from '../../components/copy-id.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted, money, whole } from '../../view/numbers.ts';
import { ORDER_COLUMNS } from '../orders/order-columns.tsx';
import { useSku } from './use-inventory.ts';

/** One product across warehouses: synced, reserved, available; and who has reserved it. */
export function SkuPage() {
  const { sku } = useParams({ strict: false }) as { sku: string };
  const stock = useSku(sku);
  const navigate = useNavigate();
  return (
    <Page
      title={sku}
      beside={<CopyId text={sku} what="SKU" />}
      lead={stock.data && (stock.data.sku_description ?? 'No description was synced.')}
    >
      <QueryView query={stock}>
        {(data) => (
          <Stack gap="lg">
            <Text size="sm">
              {counted(data.effective_quantity, 'unit')} available of {whole(data.quantity_available)} synced;{' '}
              {whole(data.reserved_quantity)} reserved
              {data.unit_value !== null && `; unit value ${money(data.unit_value)}`}.
            </Text>
            <WarehouseTable rows={data.warehouses} />
            <div>
              <Title order={2} mb="xs">
                Reserved by {data.reserved_by_complete ? '' : 'the newest '}
                {counted(data.reserved_by.length, 'order')}
              </Title>
              {data.reserved_by.length === 0 ? (
                <Text size="sm" c="dimmed">
                  No order holds units of this product.
                </Text>
              ) : (
                <DataTable
                  label="Orders that hold units"
                  columns={[
                    {
                      id: 'held',
                      title: 'Holds',
                      numeric: true,
                      width: '5rem',
                      cell: ({ quantity }) => whole(quantity),
                    },
                    ...ORDER_COLUMNS.map((column) => ({
                      ...column,
                      cell: (row: (typeof data.reserved_by)[number]) => column.cell(row.order),
                    })),
                  ]}
                  rows={data.reserved_by}
                  idOf={({ order }) => String(order.routing_decision_id)}
                  onOpen={({ order }) =>
                    void navigate({ to: `/orders/${encodeURIComponent(order.order_id)}` as string })
                  }
                />
              )}
            </div>
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type Rows = NonNullable<ReturnType<typeof useSku>['data']>['warehouses'];

function WarehouseTable({ rows }: { rows: Rows }) {
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table aria-label="Stock by warehouse" maw={860}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Warehouse</Table.Th>
            <Table.Th className="num">Synced</Table.Th>
            <Table.Th className="num">Reserved</Table.Th>
            <Table.Th className="num">Available</Table.Th>
            <Table.Th>As of</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.warehouse_id}>
              <Table.Td title={row.warehouse_id}>
                {row.warehouse_name}
                {!row.enabled && ' (disabled)'}
              </Table.Td>
              <Table.Td className="num">{whole(row.quantity_available)}</Table.Td>
              <Table.Td className="num">{whole(row.reserved_quantity)}</Table.Td>
              <Table.Td className="num">{whole(row.effective_quantity)}</Table.Td>
              <Table.Td>
                <MomentText at={row.synced_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
