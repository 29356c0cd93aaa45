import { Group, Input, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useDraft } from '../../client/draft.tsx';
import type { Warehouse } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useDone } from '../../components/use-done.ts';
import { useRemoteChanges } from '../../components/use-remote-changes.ts';
import { inCurrency } from '../../view/numbers.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { CalendarFields } from './calendar-fields.tsx';
import { OldStock } from './old-stock.tsx';
import { useAddWarehouse, useChangeWarehouse } from './use-warehouses.ts';
import { bodyOf, valuesOf, WAREHOUSE_FIELDS, type WarehouseValues } from './warehouse-values.ts';

const LABELS = {
  warehouse_name: 'Name',
  zip: 'ZIP',
  priority: 'Priority',
  warehouse_code: 'Code',
  enabled: 'Enabled',
  safety_stock: 'Safety stock',
  capacity: 'Capacity',
  handling: 'Handling costs',
  calendar: 'Calendar',
};

/** What handling is paid for, by its member. */
const HANDLING = { per_shipment: 'Per shipment', per_line: 'Per product', per_unit: 'Per unit' };

/** The form of a warehouse. `warehouse` is the one to change, null for a new one. Its ID never changes. */
export function WarehouseForm({ warehouse, onDone }: { warehouse: Warehouse | null; onDone: () => void }) {
  const add = useAddWarehouse();
  const change = useChangeWarehouse();
  const done = useDone();
  // A draft opens, closes and ranks warehouses; the rest of them stays.
  const isFixed = useDraft() !== null;
  const currency = useCurrency();
  const [isCleared, setCleared] = useState(false);
  const form = useForm<WarehouseValues>({ initialValues: valuesOf(warehouse) });
  const conflicts = useRemoteChanges(form, valuesOf(warehouse));
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    const onSuccess = () => {
      done(`${body.warehouse_name} ${warehouse === null ? 'added' : 'saved'}.`);
      onDone();
    };
    if (warehouse === null) add.mutate(body, { onSuccess });
    else
      change.mutate(
        { ...body, ...(isCleared && { clear_stock: true }), etag: warehouse.etag },
        { onSuccess },
      );
  });
  return (
    <DialogForm
      form={form}
      fields={WAREHOUSE_FIELDS}
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
        description="Shown to people, such as Edison NJ."
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
      {warehouse?.enabled === false && form.values.enabled && !isFixed && (
        <OldStock warehouseId={warehouse.warehouse_id} isCleared={isCleared} onChange={setCleared} />
      )}
      <NumberInput
        label={LABELS.safety_stock}
        description="Units of every product to keep back from orders."
        min={0}
        allowDecimal={false}
        {...form.getInputProps('safety_stock')}
      />
      <CalendarFields form={form} />
      <NumberInput
        label="Shipments a day"
        description="Variant A only. Leave empty for no limit. The Capacity page shows how full it is."
        min={0}
        allowDecimal={false}
        {...form.getInputProps('capacity.shipments_per_day')}
      />
      {form.values.capacity.shipments_per_day !== '' && (
        <Select
          label="When a day is full"
          allowDeselect={false}
          data={[
            { value: 'skip', label: 'Ship from other warehouses' },
            { value: 'later', label: 'Ship on a later day (needs a calendar)' },
          ]}
          {...form.getInputProps('capacity.when_full')}
        />
      )}
      <Input.Wrapper
        label={inCurrency(LABELS.handling, currency)}
        labelElement="div"
        description="Added to the cost of each shipment from here. Needs prices on the Rates page."
        error={form.errors.handling}
      >
        <Group grow gap="xs" mt={4} align="flex-end" role="group" aria-label={LABELS.handling}>
          {Object.entries(HANDLING).map(([name, label]) => (
            <NumberInput
              key={name}
              label={label}
              min={0}
              decimalScale={4}
              {...form.getInputProps(`handling.${name}`)}
            />
          ))}
        </Group>
      </Input.Wrapper>
    </DialogForm>
  );
}
