import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { ManySelect } from '../../components/many-select.tsx';
import { useDone } from '../../components/use-done.ts';
import { useRemoteChanges } from '../../components/use-remote-changes.ts';
import { bodyOfRule, patchOf, RULES, type RuleValues, valuesOf } from './item-rules.ts';
import { type ItemControl, useAddItemControl, useChangeItemControl } from './use-rules.ts';

const LABELS = {
  warehouse_ids: 'Warehouses',
  fallback: 'If these warehouses cannot ship it',
  days: 'Days',
  units: 'Units to keep back',
  note: 'Note',
};

/** The form of a rule on one product. `rule` is the rule to change, null for a new one. Product and kind never change. */
export function ItemRuleForm({ rule, onDone }: { rule: ItemControl | null; onDone: () => void }) {
  const add = useAddItemControl();
  const change = useChangeItemControl();
  const done = useDone();
  const warehouses = useWarehouseChoice();
  const form = useForm<RuleValues>({ initialValues: valuesOf(rule) });
  const conflicts = useRemoteChanges(form, valuesOf(rule));
  const facts = RULES[form.values.rule]!;
  const submit = form.onSubmit((values) => {
    const onSuccess = () => {
      done(`Rule for ${values.sku} ${rule === null ? 'added' : 'saved'}.`);
      onDone();
    };
    if (rule === null) add.mutate(bodyOfRule(values), { onSuccess });
    else change.mutate({ rule_id: rule.rule_id, etag: rule.etag, ...patchOf(values) }, { onSuccess });
  });
  return (
    <DialogForm
      form={form}
      conflicts={conflicts}
      theirs={valuesOf(rule)}
      labels={LABELS}
      onSubmit={submit}
      act={rule === null ? add : change}
      verb={rule === null ? 'Add rule' : 'Save'}
    >
      <TextInput
        label="SKU"
        required
        disabled={rule !== null}
        data-autofocus={rule === null || undefined}
        {...form.getInputProps('sku')}
      />
      <Select
        label="Rule"
        allowDeselect={false}
        disabled={rule !== null}
        data={Object.entries(RULES).map(([value, { words }]) => ({ value, label: words }))}
        {...form.getInputProps('rule')}
      />
      <Text size="sm" c="dimmed">
        {facts.does}
      </Text>
      {facts.needs === 'units' && (
        <NumberInput
          label={LABELS.units}
          min={0}
          allowDecimal={false}
          required
          {...form.getInputProps('units')}
        />
      )}
      {(facts.needs === 'warehouses' || facts.needs === 'units') && (
        <ManySelect label={LABELS.warehouse_ids} {...warehouses} {...form.getInputProps('warehouse_ids')} />
      )}
      {form.values.rule === 'restrict' && (
        <Select
          label={LABELS.fallback}
          allowDeselect={false}
          data={[
            { value: 'block', label: 'Do not ship it' },
            { value: 'allow', label: 'Ship from other warehouses' },
          ]}
          {...form.getInputProps('fallback')}
        />
      )}
      {facts.needs === 'days' && (
        <NumberInput
          label={LABELS.days}
          min={0}
          max={365}
          allowDecimal={false}
          required
          {...form.getInputProps('days')}
        />
      )}
      <TextInput
        label={LABELS.note}
        description="Shown with every decision this rule affects."
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}
