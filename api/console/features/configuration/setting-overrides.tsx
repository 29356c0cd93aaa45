import { Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { SettingField } from './setting-field.tsx';
import { FIRST_VALUES, type SettingFacts } from './settings-facts.ts';

type Values = Readonly<Record<string, unknown>>;

/** Settings that may be laid over those of the account, each with a switch. */
export function SettingOverrides({
  facts,
  settings,
  errors,
  onChange,
}: {
  readonly facts: readonly SettingFacts[];
  readonly settings: Values;
  /** By `settings.` and the name. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (settings: Values) => void;
}) {
  const toggle = ({ name, kind }: SettingFacts) => {
    const { [name]: own, ...others } = settings;
    onChange(name in settings ? others : { ...settings, [name]: FIRST_VALUES[kind] });
  };
  return facts.map((each) => (
    <Stack key={each.name} gap={4}>
      <Switch
        label={`Override ${each.label.toLowerCase()}`}
        checked={each.name in settings}
        onChange={() => toggle(each)}
      />
      {each.name in settings && (
        <SettingField
          facts={each}
          value={settings[each.name]}
          isDisabled={false}
          error={errors[`settings.${each.name}`]}
          onChange={(value) => onChange({ ...settings, [each.name]: value })}
        />
      )}
    </Stack>
  ));
}
