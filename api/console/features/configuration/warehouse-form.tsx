import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDraft } from '../../client/draft.tsx';
import type { Warehouse } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useDone } from '../../components/use-done.ts';
import { useTheirs } from '../../components/use-theirs.ts';
import { useAddWarehouse, useChangeWarehouse } from './use-warehouses.ts';

const LABELS = {
  warehouse_name: 'Name',
  zip: 'ZIP',
  priority: 'Priority',
  warehouse_code: 'Code',
  enabled: 'Enabled',
};

/** The form's values of a warehouse, or of a new one. */
function valuesOf(warehouse: Warehouse | null) {
  return {
    warehouse_id: warehouse?.warehouse_id ?? '',
    warehouse_name: warehouse?.warehouse_name ?? '',
    warehouse_code: warehouse?.warehouse_code ?? '',
    zip: warehouse?.zip ?? '',
    priority: (warehouse?.priority ?? '') as number | '',
    enabled: warehouse?.enabled ?? true,
  };
}

/** The form of a warehouse. `warehouse` is the one to change, null for a new one. Its ID never changes. */
export function WarehouseForm({ warehouse, onDone }: { warehouse: Warehouse | null; onDone: () => void }) {
  const add = useAddWarehouse();
  const change = useChangeWarehouse();
  const done = useDone();
  // A draft opens, closes and ranks warehouses; the rest of them stays.
  const isFixed = useDraft() !== null;
  const form = useForm({ initialValues: valuesOf(warehouse) });
  const conflicts = useTheirs(form, valuesOf(warehouse));
  const submit = form.onSubmit(({ warehouse_id, warehouse_code, priority, ...rest }) => {
    const body = {
      ...rest,
      warehouse_id,
      warehouse_code: warehouse_code === '' ? warehouse_id : warehouse_code,
      priority: priority === '' ? null : priority,
    };
    const onSuccess = () => {
      done(`${body.warehouse_name} ${warehouse === null ? 'added' : 'saved'}.`);
      onDone();
    };
    if (warehouse === null) add.mutate(body, { onSuccess });
    else change.mutate({ ...body, etag: warehouse.etag }, { onSuccess });
  });
  return (
    <DialogForm
      form={form}
      conflicts={conflicts}
      theirs={valuesOf(warehouse)}
      labels={LABELS}
      onSubmit={submit}
      act={warehouse === null ? add : change}
      verb={warehouse === null ? 'Add warehouse' : 'Save'}
    >
      <TextInput
        label="Warehouse ID"
        description="Your own ID, as used in stock uploads."
        required
        disabled={warehouse !== null}
        data-autofocus={warehouse === null || undefined}
        {...form.getInputProps('warehouse_id')}
      />
      <TextInput
        label={LABELS.warehouse_name}
        description="For people, such as Edison NJ."
        required
        disabled={isFixed}
        data-autofocus={warehouse !== null || undefined}
        {...form.getInputProps('warehouse_name')}
      />
      <TextInput
        label={LABELS.zip}
        description="The ZIP code it ships from."
        required
        disabled={isFixed}
        {...form.getInputProps('zip')}
      />
      <NumberInput
        label={LABELS.priority}
        description="Lower numbers rank first. Leave empty to rank last."
        min={1}
        allowDecimal={false}
        {...form.getInputProps('priority')}
      />
      <TextInput
        label={LABELS.warehouse_code}
        description="Used in Variant B responses. Leave empty to use the warehouse ID."
        disabled={isFixed}
        {...form.getInputProps('warehouse_code')}
      />
      <Switch
        label={LABELS.enabled}
        description="When off, nothing ships from this warehouse."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}
