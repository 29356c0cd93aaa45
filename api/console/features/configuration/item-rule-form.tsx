import { NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useUnknownSkus } from '../../client/unknown-skus.ts';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Hint } from '../../components/hint.tsx';
import { ManySelect } from '../../components/many-select.tsx';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { LastChange } from '../history/use-take-back.tsx';
import { bodyOfRule, patchOf, RULES, valuesOf } from './item-rules.ts';
import { type ItemControl, useSaveItemControl } from './use-rules.ts';

const FIELDS = {
  sku: { label: 'SKU' },
  rule: { label: 'Rule' },
  warehouse_ids: { label: 'Warehouses' },
  fallback: { label: 'If these warehouses cannot ship it' },
  days: { label: 'Days', min: 0, max: 365, allowDecimal: false },
  units: { label: 'Units to keep back', min: 0, allowDecimal: false },
  note: { label: 'Note', description: 'Shown with every decision this rule affects.' },
};

/** The form of a rule on one product. `rule` is the rule to change, null for a new one. Product and kind never change. */
export function ItemRuleForm({ rule, onDone }: { rule: ItemControl | null; onDone: () => void }) {
  const warehouses = useWarehouseChoice();
  const saved = useSavedForm({
    saved: valuesOf(rule),
    fields: FIELDS,
    act: useSaveItemControl(),
    bodyOf: (values) =>
      rule === null ? bodyOfRule(values) : { rule_id: rule.rule_id, etag: rule.etag, ...patchOf(values) },
    asks: ({ sku }) => ({
      title: `${rule === null ? 'Add a rule' : 'Change the rule'} for ${sku}?`,
      verb: rule === null ? 'Add rule' : 'Change rule',
      of: { sku },
    }),
    said: ({ sku }) => `Rule for ${sku} ${rule === null ? 'added' : 'saved'}.`,
    onDone,
  });
  const { form } = saved;
  const [sku] = useDebouncedValue(form.values.sku.trim(), 300);
  const isUnknown = useUnknownSkus(sku === '' ? [] : [sku]).has(sku);
  const facts = RULES[form.values.rule]!;
  const field = form.getInputProps;
  return (
    <DialogForm {...saved} verb={rule === null ? 'Add rule' : 'Save'}>
      <TextInput
        required
        disabled={rule !== null}
        data-autofocus={rule === null || undefined}
        {...field('sku')}
      />
      {isUnknown && (
        <Hint>Nobody ever sent stock of {sku}: check it. The rule waits until somebody does.</Hint>
      )}
      <Select
        allowDeselect={false}
        disabled={rule !== null}
        data={Object.entries(RULES).map(([value, { words }]) => ({ value, label: words }))}
        {...field('rule')}
      />
      <Hint>{facts.does}</Hint>
      {facts.needs === 'units' && <NumberInput required {...field('units')} />}
      {(facts.needs === 'warehouses' || facts.needs === 'units') && (
        <ManySelect {...warehouses} {...field('warehouse_ids')} />
      )}
      {form.values.rule === 'restrict' && (
        <Select
          allowDeselect={false}
          data={[
            { value: 'block', label: 'Do not ship it' },
            { value: 'allow', label: 'Ship from other warehouses' },
          ]}
          {...field('fallback')}
        />
      )}
      {facts.needs === 'days' && <NumberInput required {...field('days')} />}
      <TextInput {...field('note')} />
      {rule && <LastChange path={`item_controls[${rule.rule_id}]`} />}
    </DialogForm>
  );
}
