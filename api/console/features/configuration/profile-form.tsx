import { TextInput } from '@mantine/core';
import { useWarehouseChoice } from '../../client/warehouses.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { ManySelect } from '../../components/many-select.tsx';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { LastChange } from '../history/use-take-back.tsx';
import { SettingOverrides } from './setting-overrides.tsx';
import { PROFILE_SETTINGS } from './setting-values.ts';
import { type Profile, type ProfilePatch, useSaveProfile } from './use-rules.ts';

const TEXTS = {
  partner_id: { label: 'Partner ID', description: 'The partner_id that orders send.' },
  name: { label: 'Name' },
  settings: { label: 'Overrides' },
  warehouse_ids: {
    label: 'Limit to warehouses',
    description: 'Leave empty to allow all enabled warehouses.',
  },
};

/** The paths of the fields. */
const FIELDS = [
  'partner_id',
  'name',
  'warehouse_ids',
  ...PROFILE_SETTINGS.map(({ name }) => `settings.${name}`),
];

/** The form's values of a profile, or of a new one. */
function valuesOf(profile: Profile | null) {
  return {
    partner_id: profile?.partner_id ?? '',
    name: profile?.name ?? '',
    settings: (profile?.settings ?? {}) as Record<string, unknown>,
    warehouse_ids: profile?.warehouse_ids ?? [],
  };
}

/** The form of a profile. `profile` is the one to change, null for a new one. */
export function ProfileForm({ profile, onDone }: { profile: Profile | null; onDone: () => void }) {
  const save = useSaveProfile();
  const warehouses = useWarehouseChoice();
  const saved = useSavedForm({
    saved: valuesOf(profile),
    fields: TEXTS,
    act: save,
    bodyOf: ({ settings, warehouse_ids, ...names }) => ({
      ...names,
      settings: settings as NonNullable<ProfilePatch['settings']>,
      warehouse_ids: warehouse_ids.length === 0 ? null : warehouse_ids,
      ...(profile && { etag: profile.etag }),
    }),
    asks: ({ name, partner_id }) => ({
      title: `${profile ? 'Change' : 'Add'} profile ${name}?`,
      verb: `${profile ? 'Change' : 'Add'} ${name}`,
      of: { partner_id },
    }),
    said: ({ name }) => `Profile ${name} saved.`,
    onDone,
  });
  const { form } = saved;
  return (
    <DialogForm {...saved} fields={FIELDS} verb="Save">
      <TextInput
        required
        disabled={profile !== null}
        data-autofocus={profile === null || undefined}
        {...form.getInputProps('partner_id')}
      />
      <TextInput required data-autofocus={profile !== null || undefined} {...form.getInputProps('name')} />
      <ManySelect {...warehouses} {...form.getInputProps('warehouse_ids')} />
      <SettingOverrides
        facts={PROFILE_SETTINGS}
        settings={form.values.settings}
        errors={form.errors}
        onChange={(own) => form.setFieldValue('settings', own)}
      />
      {profile && <LastChange path={`profiles[${profile.partner_id}]`} />}
    </DialogForm>
  );
}
