import { Button, Text } from '@mantine/core';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useWrite } from '../../client/operations.ts';
import { useMayWork } from '../../client/rights.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/section.tsx';
import { counted } from '../../view/numbers.ts';
import { useShortPairs } from './use-inventory.ts';

type ShortPair = components['schemas']['ShortPairWithOrders'];

/** The pairs of which more is reserved than there is, and the action on their orders. Nothing if there are none. */
export function ShortPairs() {
  const short = useShortPairs();
  const reroute = useWrite('post', '/account/v1/runs/reroute', 'runs');
  const mayWork = useMayWork();
  const orders = new Set(short.rows.flatMap((pair) => pair.orders.map(({ order_id }) => order_id)));
  if (short.rows.length === 0) return null;
  const ask = () =>
    confirm({
      title: 'Route these orders again?',
      text: `${counted(orders.size, 'order')} that lack units are routed again, the latest first. Each counts as a routed order.`,
      verb: 'Route again',
      act: () => reroute.mutateAsync({ short: true }),
      done: 'A run routes them again.',
    });
  return (
    <Panel
      mb="md"
      title="More is reserved than there is"
      beside={
        mayWork && (
          <Button onClick={ask} loading={reroute.isPending}>
            Route again
          </Button>
        )
      }
    >
      <Text size="sm" mb="xs">
        {counted(orders.size, 'order')} cannot ship as planned.
      </Text>
      <DataTable
        label="Products that are short"
        columns={COLUMNS}
        rows={short.rows}
        idOf={({ sku, warehouse_id }) => `${sku} ${warehouse_id}`}
        linkOf={({ sku }) => ({ to: `/inventory/${encodeURIComponent(sku)}` })}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<ShortPair>[] = [
  column('sku', 'SKU', ({ sku }) => sku),
  column('warehouse', 'Warehouse', ({ warehouse_id }) => warehouse_id),
  numberColumn('there', 'In stock', ({ quantity_available }) => quantity_available),
  numberColumn('reserved', 'Reserved', ({ reserved_quantity }) => reserved_quantity),
  numberColumn('missing', 'Missing', ({ short_quantity }) => short_quantity),
  column('orders', 'Orders', ({ orders }) => orders.map(({ order_id }) => order_id).join(', '), {
    isWide: true,
  }),
];
