import { Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccountSettingFacts } from '../../../../shared/contracts/account/account-settings.ts';
import { SettingField } from './setting-field.tsx';
import { firstValue } from './setting-values.ts';

type Values = Readonly<Record<string, unknown>>;

/** Settings that may be laid over those of the account, each with a switch. */
export function SettingOverrides({
  facts,
  settings,
  errors,
  onChange,
}: {
  readonly facts: readonly AccountSettingFacts[];
  readonly settings: Values;
  /** By `settings.` and the name. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (settings: Values) => void;
}) {
  const toggle = (each: AccountSettingFacts) => {
    const { name } = each;
    const { [name]: own, ...others } = settings;
    onChange(name in settings ? others : { ...settings, [name]: firstValue(each) });
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
