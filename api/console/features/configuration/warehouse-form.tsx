import { Group, Input, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDraft } from '../../client/draft.tsx';
import type { Warehouse } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { inCurrency } from '../../view/numbers.ts';
import { LastChange } from '../history/use-take-back.tsx';
import { useCurrency } from '../rates/use-rates.ts';
import { CalendarFields } from './calendar-fields.tsx';
import { OldStock } from './old-stock.tsx';
import { useSaveWarehouse } from './use-warehouses.ts';
import { bodyOf, valuesOf, WAREHOUSE_FIELDS } from './warehouse-values.ts';

const WHOLE = { min: 0, allowDecimal: false };
const AMOUNT = { min: 0, decimalScale: 4 };

const FIELDS = {
  warehouse_id: { label: 'Warehouse ID', description: 'Your own ID, as used in stock uploads.' },
  warehouse_name: { label: 'Name', description: 'Shown to people, such as Edison NJ.' },
  zip: { label: 'ZIP', description: 'The ZIP code it ships from.' },
  priority: {
    label: 'Priority',
    description: 'Lower numbers rank first. Leave empty to rank last.',
    ...WHOLE,
    min: 1,
  },
  warehouse_code: {
    label: 'Code',
    description: 'Used in Variant B responses. Leave empty to use the warehouse ID.',
  },
  enabled: { label: 'Enabled', description: 'When off, nothing ships from this warehouse.' },
  safety_stock: {
    label: 'Safety stock',
    description: 'Units of every product to keep back from orders.',
    ...WHOLE,
  },
  calendar: { label: 'Calendar' },
  capacity: { label: 'Capacity' },
  'capacity.shipments_per_day': {
    label: 'Shipments a day',
    description: 'Variant A only. Leave empty for no limit. The Capacity page shows how full it is.',
    ...WHOLE,
  },
  'capacity.when_full': { label: 'When a day is full' },
  handling: { label: 'Handling costs' },
  'handling.per_shipment': { label: 'Per shipment', ...AMOUNT },
  'handling.per_line': { label: 'Per product', ...AMOUNT },
  'handling.per_unit': { label: 'Per unit', ...AMOUNT },
};

/** The form of a warehouse. `warehouse` is the one to change, null for a new one. Its ID never changes. */
export function WarehouseForm({ warehouse, onDone }: { warehouse: Warehouse | null; onDone: () => void }) {
  const isNew = warehouse === null;
  // A draft opens, closes and ranks warehouses; the rest of them stays.
  const isFixed = useDraft() !== null;
  const currency = useCurrency();
  const [isCleared, setCleared] = useState(false);
  const saved = useSavedForm({
    saved: valuesOf(warehouse),
    fields: FIELDS,
    act: useSaveWarehouse(),
    bodyOf: (values) =>
      isNew
        ? bodyOf(values)
        : { ...bodyOf(values), ...(isCleared && { clear_stock: true }), etag: warehouse.etag },
    asks: ({ warehouse_name, enabled }, changed) => {
      const switched = changed.includes('enabled') && !isNew && (enabled ? 'Enable' : 'Disable');
      const verb = isNew ? 'Add' : switched || 'Change';
      return {
        title: `${verb} ${warehouse_name}?`,
        verb: `${verb} ${warehouse_name}`,
        isDangerous: switched === 'Disable',
        isFinal: () => isCleared,
        of: isNew ? undefined : { warehouse_id: warehouse.warehouse_id },
      };
    },
    said: ({ warehouse_name }) => `${warehouse_name} ${isNew ? 'added' : 'saved'}.`,
    onDone,
  });
  const { form } = saved;
  const field = form.getInputProps;
  return (
    <DialogForm {...saved} fields={WAREHOUSE_FIELDS} verb={isNew ? 'Add warehouse' : 'Save'}>
      <TextInput required disabled={!isNew} data-autofocus={isNew || undefined} {...field('warehouse_id')} />
      <TextInput
        required
        disabled={isFixed}
        data-autofocus={!isNew || undefined}
        {...field('warehouse_name')}
      />
      <TextInput required disabled={isFixed} {...field('zip')} />
      <NumberInput {...field('priority')} />
      <TextInput disabled={isFixed} {...field('warehouse_code')} />
      <Switch {...field('enabled', { type: 'checkbox' })} />
      {warehouse?.enabled === false && form.values.enabled && !isFixed && (
        <OldStock warehouseId={warehouse.warehouse_id} onChange={setCleared} />
      )}
      <NumberInput {...field('safety_stock')} />
      <CalendarFields form={form} />
      <NumberInput {...field('capacity.shipments_per_day')} />
      {form.values.capacity.shipments_per_day !== '' && (
        <Select
          allowDeselect={false}
          data={[
            { value: 'skip', label: 'Ship from other warehouses' },
            { value: 'later', label: 'Ship on a later day (needs a calendar)' },
          ]}
          {...field('capacity.when_full')}
        />
      )}
      <Input.Wrapper
        label={inCurrency(FIELDS.handling.label, currency)}
        labelElement="div"
        description="Added to the cost of each shipment from here. Needs prices on the Rates page."
        error={form.errors.handling}
      >
        <Group grow gap="xs" mt={4} align="flex-end" role="group" aria-label={FIELDS.handling.label}>
          <NumberInput {...field('handling.per_shipment')} />
          <NumberInput {...field('handling.per_line')} />
          <NumberInput {...field('handling.per_unit')} />
        </Group>
      </Input.Wrapper>
      {!isNew && <LastChange path={`warehouses[${warehouse.warehouse_id}]`} />}
    </DialogForm>
  );
}
