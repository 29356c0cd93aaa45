import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useDraft } from '../../client/draft.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { bodyOf, type RatesValues, valuesOf } from './rates-values.ts';
import { type Rates, useSaveRates } from './use-rates.ts';

const LABELS = {
  currency: 'Currency',
  zones: 'Zones',
  split_penalty: 'Split penalty',
  default_unit_weight: 'Default unit weight',
};

/** The paths of the fields. */
const FIELDS = ['currency', 'zones.by', 'zones.upto', 'split_penalty', 'default_unit_weight'];

/** The form of what an account says of costs, without its prices. */
export function RatesForm({ rates, onDone }: { rates: Rates; onDone: () => void }) {
  const isDraft = useDraft() !== null;
  const save = useSaveRates();
  const saved = useSavedForm({
    saved: valuesOf(rates),
    act: save,
    bodyOf: (values) => ({ etag: rates.etag, rates: bodyOf(values) }),
    said: () => (isDraft ? 'Rates changed.' : 'Rates saved. They apply from the next order.'),
    onDone,
  });
  const { form } = saved;
  const { by } = form.values.zones;
  return (
    <DialogForm {...saved} fields={FIELDS} labels={LABELS} verb="Save">
      <TextInput
        label={LABELS.currency}
        description="Shown with amounts. Nothing is converted."
        required
        data-autofocus
        {...form.getInputProps('currency')}
      />
      <Input.Wrapper
        label={LABELS.zones}
        labelElement="div"
        description={by === 'table' && 'The column zone of the lane table says the zone of each lane.'}
        error={form.errors['zones.by']}
      >
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={LABELS.zones}
          data={[
            { value: 'miles', label: 'By miles' },
            { value: 'table', label: 'By lane table' },
          ]}
          value={by}
          onChange={(next) => form.setFieldValue('zones.by', next as RatesValues['zones']['by'])}
        />
      </Input.Wrapper>
      {by === 'miles' && (
        <TextInput
          label="Miles of zones 1, 2, …"
          description="The largest miles of each zone, separated by commas. Farther is one zone more."
          required
          {...form.getInputProps('zones.upto')}
        />
      )}
      <NumberInput
        label={LABELS.split_penalty}
        description="Counts for each shipment of an order beyond the first when routes compare by cost. It is no part of the cost that is shown."
        min={0}
        decimalScale={4}
        {...form.getInputProps('split_penalty')}
      />
      <NumberInput
        label={LABELS.default_unit_weight}
        description="Of products without a weight. Leave empty for 0, with a message on the order."
        min={0}
        decimalScale={4}
        {...form.getInputProps('default_unit_weight')}
      />
    </DialogForm>
  );
}
