import { Group, Input, NumberInput, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccountSettingFacts } from '../../../../shared/contracts/account/account-settings.ts';
import { POLICY_MODES } from '../../../../shared/engine/setting-facts.ts';
import { Hint } from '../../components/hint.tsx';
import { choiceWords } from './setting-values.ts';

interface SettingFieldProps {
  readonly facts: AccountSettingFacts;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly error?: ReactNode;
  readonly onChange: (value: unknown) => void;
}

/** One setting: its name, what it does, and a field of its kind. */
export function SettingField({ facts, value, isDisabled, error, onChange }: SettingFieldProps) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm" wrap={facts.kind === 'switch' ? 'nowrap' : 'wrap'}>
        <Text fw={600} size="sm">
          {facts.label}
        </Text>
        <Field facts={facts} value={value} isDisabled={isDisabled} onChange={onChange} />
      </Group>
      <Hint maw={620}>{facts.help}</Hint>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}

type Kind = AccountSettingFacts['kind'];
type FieldProps<K extends Kind = Kind> = Omit<SettingFieldProps, 'facts' | 'error'> & {
  readonly facts: Extract<AccountSettingFacts, { readonly kind: K }>;
};

function Field(props: FieldProps) {
  const { facts, value, isDisabled, onChange } = props;
  const { label } = facts;
  switch (facts.kind) {
    case 'switch':
      return (
        <Switch
          aria-label={label}
          checked={value === true}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'switch-days':
      return <SwitchForDays {...props} facts={facts} />;
    case 'choice':
      return <Choice {...props} label={label} values={facts.choices} />;
    case 'count':
      return (
        <NumberInput
          {...WHOLE}
          aria-label={label}
          min={facts.min}
          {...(facts.max !== undefined && { max: facts.max })}
          placeholder="no limit"
          value={(value as number | null) ?? ''}
          disabled={isDisabled}
          onChange={(number) => onChange(number === '' ? null : number)}
        />
      );
    case 'limit':
      return <Limit {...props} facts={facts} />;
  }
}

const WHOLE = { w: 110, allowDecimal: false };

interface ChoiceProps extends Omit<FieldProps, 'facts'> {
  readonly label: string;
  readonly values: readonly string[];
}

function Choice({ label, values, value, isDisabled, onChange }: ChoiceProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      data={values.map((each) => ({ value: each, label: choiceWords(each) }))}
      value={String(value ?? values[0])}
      disabled={isDisabled}
      onChange={onChange}
    />
  );
}

/** A switch with a number of days. */
function SwitchForDays({ facts, value, isDisabled, onChange }: FieldProps<'switch-days'>) {
  const { label, min, max } = facts;
  const { enabled = false, days = 7 } = (value ?? {}) as { enabled?: boolean; days?: number };
  return (
    <Group gap="xs">
      <NumberInput
        {...WHOLE}
        aria-label={`${label}: days`}
        suffix=" days"
        min={min}
        max={max}
        value={days}
        disabled={isDisabled || !enabled}
        onChange={(next) => onChange({ enabled, days: next })}
      />
      <Switch
        aria-label={label}
        checked={enabled}
        disabled={isDisabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked, days })}
      />
    </Group>
  );
}

/** A policy with its number, as days or a value. */
function Limit({ facts, value, isDisabled, onChange }: FieldProps<'limit'>) {
  const { label, unit, isWhole, min } = facts;
  const { mode = 'allow' } = (value ?? {}) as { mode?: string };
  const { [unit]: number = null } = (value ?? {}) as Record<string, number | null>;
  const set = (changes: object) => onChange({ mode, [unit]: number, ...changes });
  return (
    <Group gap="xs">
      <Choice
        label={label}
        values={POLICY_MODES}
        value={mode}
        isDisabled={isDisabled}
        onChange={(next) => set({ mode: next })}
      />
      <NumberInput
        {...WHOLE}
        aria-label={`${label}: ${unit}`}
        {...(unit !== 'value' && { suffix: ` ${unit}` })}
        min={min}
        allowDecimal={!isWhole}
        placeholder={unit}
        value={number ?? ''}
        disabled={isDisabled || mode === 'allow'}
        onChange={(next) => set({ [unit]: next === '' ? null : next })}
      />
    </Group>
  );
}
