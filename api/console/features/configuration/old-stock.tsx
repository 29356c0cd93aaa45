import { Checkbox, Stack, Text } from '@mantine/core';
import { useTrial } from '../../client/operations.ts';
import { StockAges } from '../../components/enabled-stock.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { WAREHOUSE } from './use-warehouses.ts';

interface OldStockProps {
  readonly warehouseId: string;
  readonly onChange: (isCleared: boolean) => void;
}

/** The stock that a disabled warehouse would have again, and whether it is to count as 0. */
export function OldStock({ warehouseId, onChange }: OldStockProps) {
  const values = { warehouse_id: warehouseId, enabled: true, query: { dry_run: 'true' } } as const;
  const trial = useTrial('patch', WAREHOUSE, 'configuration', values, { select: ({ stock = [] }) => stock });
  return (
    <QueryView query={trial} lines={2}>
      {(stock) => (
        <Stack gap="xs">
          <Text size="sm">Its stock dates from before it was disabled:</Text>
          <StockAges stock={stock} />
          {stock.some(({ units }) => units > 0) && (
            <Checkbox
              label="Count this stock as 0 until the next sync"
              description="In Test and Live. Units that orders have reserved here are no longer reserved."
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
          )}
        </Stack>
      )}
    </QueryView>
  );
}
