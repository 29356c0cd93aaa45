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
        description={by === 'table' && 'Zones come from the zone column of the lane table.'}
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
          description="The farthest miles of each zone, separated by commas. Anything farther is one more zone."
          required
          {...form.getInputProps('zones.upto')}
        />
      )}
      <NumberInput
        label={LABELS.split_penalty}
        description="Added for each shipment after the first when routes are compared by cost. Not part of the cost shown."
        min={0}
        decimalScale={4}
        {...form.getInputProps('split_penalty')}
      />
      <NumberInput
        label={LABELS.default_unit_weight}
        description="For products without a weight. If empty, they weigh 0 and the order says so."
        min={0}
        decimalScale={4}
        {...form.getInputProps('default_unit_weight')}
      />
    </DialogForm>
  );
}
