import { List, Text } from '@mantine/core';
import type { components } from '../../../shared/client/account-api.d.ts';
import { counted } from '../view/numbers.ts';
import { MomentText } from './moment-text.tsx';

/** The stock of a warehouse in one environment, from before it was disabled. */
export type EnabledStock = components['schemas']['EnabledStock'];

/** How old the stock is that a warehouse has when it is enabled. */
export function StockAges({ stock }: { stock: readonly EnabledStock[] }) {
  return (
    <List size="sm">
      {stock.map(({ environment, skus, units, synced_at }) => (
        <List.Item key={environment}>
          {environment === 'live' ? 'Live' : 'Test'}:{' '}
          {units === 0 ? (
            'no stock'
          ) : (
            <>
              {counted(units, 'unit')} of {counted(skus, 'SKU')}, synced <MomentText at={synced_at} />
            </>
          )}
        </List.Item>
      ))}
    </List>
  );
}

interface EnabledWarehousesProps {
  readonly enabled: readonly { readonly warehouse_id: string; readonly stock: readonly EnabledStock[] }[];
}

/** The same of all warehouses that a change enables. */
export function EnabledWarehouses({ enabled }: EnabledWarehousesProps) {
  return enabled.map(({ warehouse_id, stock }) => (
    <div key={warehouse_id}>
      <Text size="sm">{warehouse_id} ships again from the stock it had before it was disabled:</Text>
      <StockAges stock={stock} />
    </div>
  ));
}
