import { Group, Input, NumberInput, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccountSettingFacts } from '../../../../shared/contracts/account/account-settings.ts';
import { POLICY_MODES, type SettingValues } from '../../../../shared/engine/setting-facts.ts';
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
      <Text size="sm" c="dimmed" maw={620}>
        {facts.help}
      </Text>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}

function Field({ facts, value, isDisabled, onChange }: Omit<SettingFieldProps, 'error'>) {
  const { label } = facts;
  const field = { label, value, isDisabled, onChange };
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
      return <SwitchForDays {...field} range={facts} />;
    case 'choice':
      return <Choice {...field} values={facts.choices} />;
    case 'count':
      return (
        <NumberInput
          aria-label={label}
          w={110}
          min={facts.min}
          {...(facts.max !== undefined && { max: facts.max })}
          allowDecimal={false}
          placeholder="no limit"
          value={(value as number | null) ?? ''}
          disabled={isDisabled}
          onChange={(number) => onChange(number === '' ? null : number)}
        />
      );
    case 'limit':
      return <Limit {...field} facts={facts} />;
  }
}

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
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
function SwitchForDays({
  label,
  value,
  isDisabled,
  onChange,
  range: { min, max },
}: Omit<ChoiceProps, 'values'> & { readonly range: { readonly min: number; readonly max: number } }) {
  const { enabled = false, days = 7 } = (value ?? {}) as { enabled?: boolean; days?: number };
  return (
    <Group gap="xs">
      <NumberInput
        aria-label={`${label}: days`}
        w={110}
        suffix=" days"
        min={min}
        max={max}
        allowDecimal={false}
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

/** A policy with its number: days, or a value. */
function Limit({
  label,
  value,
  isDisabled,
  onChange,
  facts: { unit, isWhole, min },
}: Omit<ChoiceProps, 'values'> & { readonly facts: SettingValues & { readonly kind: 'limit' } }) {
  const { mode = 'allow', [unit]: number = null } = (value ?? {}) as {
    mode?: string;
    days?: number | null;
    value?: number | null;
  };
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
        aria-label={`${label}: ${unit}`}
        w={110}
        {...(unit === 'days' && { suffix: ' days' })}
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
