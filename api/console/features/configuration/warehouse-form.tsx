import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Warehouse } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useAddWarehouse, useChangeWarehouse } from './use-warehouse-acts.ts';

/** The form of a warehouse. `warehouse` is the one to change, null for a new one. Its ID never changes. */
export function WarehouseForm({ warehouse, onDone }: { warehouse: Warehouse | null; onDone: () => void }) {
  const add = useAddWarehouse();
  const change = useChangeWarehouse();
  const form = useForm({
    initialValues: {
      warehouse_id: warehouse?.warehouse_id ?? '',
      warehouse_name: warehouse?.warehouse_name ?? '',
      warehouse_code: warehouse?.warehouse_code ?? '',
      zip: warehouse?.zip ?? '',
      priority: (warehouse?.priority ?? '') as number | '',
      enabled: warehouse?.enabled ?? true,
    },
  });
  const submit = form.onSubmit(({ warehouse_id, warehouse_code, priority, ...rest }) => {
    const body = {
      ...rest,
      warehouse_id,
      warehouse_code: warehouse_code === '' ? warehouse_id : warehouse_code,
      priority: priority === '' ? null : priority,
    };
    const onSuccess = () => {
      notifyDone(`${body.warehouse_name} is ${warehouse === null ? 'added' : 'changed'}.`);
      onDone();
    };
    if (warehouse === null) add.mutate(body, { onSuccess });
    else change.mutate({ ...body, etag: warehouse.etag }, { onSuccess });
  });
  return (
    <DialogForm
      onSubmit={submit}
      act={warehouse === null ? add : change}
      verb={warehouse === null ? 'Add the warehouse' : 'Save'}
    >
      <TextInput
        label="Warehouse ID"
        description="Your own; stock names the warehouse by it."
        required
        disabled={warehouse !== null}
        data-autofocus={warehouse === null || undefined}
        {...form.getInputProps('warehouse_id')}
      />
      <TextInput
        label="Name"
        description="As people say it: Edison NJ."
        required
        data-autofocus={warehouse !== null || undefined}
        {...form.getInputProps('warehouse_name')}
      />
      <TextInput label="ZIP" description="Where it ships from." required {...form.getInputProps('zip')} />
      <NumberInput
        label="Priority"
        description="Lower numbers rank first; empty ranks last."
        min={1}
        allowDecimal={false}
        {...form.getInputProps('priority')}
      />
      <TextInput
        label="Code"
        description="The service's own, in answers of Variant B; empty: the warehouse ID."
        {...form.getInputProps('warehouse_code')}
      />
      <Switch
        label="Enabled"
        description="Off: nothing ships from it."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}
