import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { read } from '../../client/calls.ts';
import { useDraft } from '../../client/draft.tsx';
import { useScope } from '../../client/scope.ts';
import { isMissing } from '../../client/service-error.ts';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Hint } from '../../components/hint.tsx';
import { useDone } from '../../components/use-done.ts';

const NOTHING = { sku: '', warehouse_id: '', quantity_available: '' as number | '' };

interface StockRow extends Record<string, unknown> {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
}

/** Supposes another quantity of a product in a warehouse. */
export function StockForm() {
  const draft = useDraft()!;
  const scope = useScope();
  const done = useDone();
  const warehouses = useWarehouseChoice();
  const form = useForm({ initialValues: NOTHING });
  const suppose = useMutation({
    mutationFn: (row: StockRow) =>
      draft.edit('inventory', `${row.sku} ${row.warehouse_id}`, row, () => present(row)),
    onSuccess: (_, { sku, warehouse_id, quantity_available }) => {
      done(`${quantity_available} of ${sku} in ${warehouse_id}.`);
      form.reset();
    },
  });

  /** What is there now. */
  async function present({ sku, warehouse_id }: StockRow): Promise<StockRow | null> {
    const stock = await read('/account/v1/inventory/{sku}', scope, { sku }).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const known = stock?.warehouses.find((each) => each.warehouse_id === warehouse_id);
    return known ? { sku, warehouse_id, quantity_available: known.quantity_available } : null;
  }

  return (
    <Stack gap="sm" maw={420}>
      <Hint>
        Compare with other stock levels. The rest stays as synced. Applying the draft does not change stock.
      </Hint>
      <DialogForm
        form={form}
        onSubmit={form.onSubmit(({ quantity_available, ...row }) =>
          suppose.mutate({ ...row, quantity_available: quantity_available || 0 }),
        )}
        act={suppose}
        verb="Set stock"
      >
        <TextInput label="SKU" required {...form.getInputProps('sku')} />
        <Select label="Warehouse" required {...warehouses} {...form.getInputProps('warehouse_id')} />
        <NumberInput
          label="Available"
          required
          min={0}
          allowDecimal={false}
          {...form.getInputProps('quantity_available')}
        />
      </DialogForm>
    </Stack>
  );
}
