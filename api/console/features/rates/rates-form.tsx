import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { bodyOf, type RatesValues, valuesOf } from './rates-values.ts';
import { type Rates, useSaveRates } from './use-rates.ts';

const AMOUNT = { min: 0, decimalScale: 4 };

const TEXTS = {
  currency: { label: 'Currency', description: 'Shown with amounts. Amounts are not converted.' },
  zones: { label: 'Zones' },
  'zones.upto': {
    label: 'Miles of zones 1, 2, …',
    description: 'The farthest miles of each zone, separated by commas. Anything farther is one more zone.',
  },
  split_penalty: {
    label: 'Split penalty',
    description:
      'Added for each shipment after the first when routes are compared by cost. Not part of the cost shown.',
    ...AMOUNT,
  },
  default_unit_weight: {
    label: 'Default unit weight',
    description: 'For products without a weight. If empty, they weigh 0 and the order says so.',
    ...AMOUNT,
  },
};

/** The paths of the fields. */
const FIELDS = ['currency', 'zones.by', 'zones.upto', 'split_penalty', 'default_unit_weight'];

/** The form of what an account says of costs, without its prices. */
export function RatesForm({ rates, onDone }: { rates: Rates; onDone: () => void }) {
  const saved = useSavedForm({
    saved: valuesOf(rates),
    fields: TEXTS,
    act: useSaveRates(),
    bodyOf: (values) => ({ etag: rates.etag, rates: bodyOf(values) }),
    asks: () => ({ title: 'Change the rates?', verb: 'Change rates', of: {} }),
    said: () => 'Rates saved. They apply from the next order.',
    onDone,
  });
  const { form } = saved;
  const { by } = form.values.zones;
  return (
    <DialogForm {...saved} fields={FIELDS} verb="Save">
      <TextInput required data-autofocus {...form.getInputProps('currency')} />
      <Input.Wrapper
        label={TEXTS.zones.label}
        labelElement="div"
        description={by === 'table' && 'Zones come from the zone column of the lane table.'}
        error={form.errors['zones.by']}
      >
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={TEXTS.zones.label}
          data={[
            { value: 'miles', label: 'By miles' },
            { value: 'table', label: 'By lane table' },
          ]}
          value={by}
          onChange={(next) => form.setFieldValue('zones.by', next as RatesValues['zones']['by'])}
        />
      </Input.Wrapper>
      {by === 'miles' && <TextInput required {...form.getInputProps('zones.upto')} />}
      <NumberInput {...form.getInputProps('split_penalty')} />
      <NumberInput {...form.getInputProps('default_unit_weight')} />
    </DialogForm>
  );
}
