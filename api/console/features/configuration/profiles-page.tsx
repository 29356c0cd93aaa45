import {
  Button,
  Group,
  Modal,
  MultiSelect,
  Paper,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SettingField } from './setting-field.tsx';
import { SETTINGS, valueWords } from './settings-facts.ts';
import { type Profile, useProfiles, useRemoveProfile, useSaveProfile } from './use-rules.ts';

/** Settings that belong to a run and not to one order: no profile has them. */
const OF_RUNS = ['use_inventory_availability', 'priority_allocation', 'consume_inventory_during_batch'];
const OVERRIDABLE = SETTINGS.filter(({ name }) => !OF_RUNS.includes(name));

/** Other rules for the orders of a partner, a channel or a group of customers. */
export function ProfilesPage() {
  const profiles = useProfiles();
  const mayChange = useMayChange();
  const [edited, setEdited] = useState<Profile | 'new' | null>(null);
  const add = mayChange && <Button onClick={() => setEdited('new')}>Add a profile</Button>;
  return (
    <Page
      title="Routing Profiles"
      lead="An order whose partner_id has an enabled profile follows the profile's settings in place of the account's."
      actions={add}
    >
      <QueryView query={profiles}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No profiles yet" action={add}>
              All orders follow the routing settings. A profile gives the orders of one partner rules of their
              own.
            </EmptyState>
          ) : (
            <Stack gap="sm">
              {rows.map((profile) => (
                <ProfileCard
                  key={profile.partner_id}
                  profile={profile}
                  mayChange={mayChange}
                  onEdit={() => setEdited(profile)}
                />
              ))}
            </Stack>
          )
        }
      </QueryView>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        size="lg"
        title={edited === 'new' ? 'Add a profile' : 'Change the profile'}
      >
        {edited !== null && (
          <ProfileForm profile={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
        )}
      </Modal>
    </Page>
  );
}

function ProfileCard({
  profile,
  mayChange,
  onEdit,
}: {
  profile: Profile;
  mayChange: boolean;
  onEdit: () => void;
}) {
  const { partner_id, name, enabled, settings, warehouse_ids, etag } = profile;
  const save = useSaveProfile();
  const remove = useRemoveProfile();
  const own = OVERRIDABLE.filter((facts) => facts.name in settings);
  const askToRemove = () =>
    confirm({
      title: `Remove the profile ${name}?`,
      text: `Orders with partner_id ${partner_id} follow the routing settings from then on. History keeps the profile.`,
      verb: 'Remove the profile',
      isDangerous: true,
      act: () => remove.mutateAsync({ partner_id, etag }),
      done: `The profile ${name} is removed.`,
    });
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>{name}</Title>
          <Text size="sm" c="dimmed">
            partner_id <code>{partner_id}</code>
          </Text>
        </div>
        {mayChange && (
          <Group gap="sm">
            <Switch
              label="Enabled"
              aria-label={`${name} enabled`}
              checked={enabled}
              onChange={() => save.mutate({ partner_id, etag, enabled: !enabled }, { onError: notifyFailed })}
            />
            <Button size="xs" variant="default" onClick={onEdit}>
              Change
            </Button>
            <Button size="xs" variant="default" onClick={askToRemove}>
              Remove …
            </Button>
          </Group>
        )}
      </Group>
      <Text size="sm" mt="xs">
        {own.length === 0
          ? 'No settings of its own'
          : own.map((facts) => `${facts.label}: ${valueWords(settings[facts.name])}`).join(' · ')}
        {warehouse_ids && ` · only ${warehouse_ids.join(', ')}`}
        {!enabled && ' · disabled: its orders follow the routing settings'}
      </Text>
    </Paper>
  );
}

function ProfileForm({ profile, onDone }: { profile: Profile | null; onDone: () => void }) {
  const save = useSaveProfile();
  const warehouses = useWarehouses();
  const form = useForm({
    initialValues: {
      partner_id: profile?.partner_id ?? '',
      name: profile?.name ?? '',
      settings: (profile?.settings ?? {}) as Record<string, unknown>,
      warehouse_ids: profile?.warehouse_ids ?? [],
    },
  });
  const { settings } = form.values;
  const toggle = (name: string, kind: string) => {
    const { [name]: own, ...others } = settings;
    const first =
      kind === 'switch'
        ? true
        : kind === 'ranking'
          ? 'transit'
          : kind === 'policy'
            ? 'block'
            : kind === 'count'
              ? 1
              : { mode: 'allow' };
    form.setFieldValue('settings', own === undefined ? { ...settings, [name]: first } : others);
  };
  const submit = form.onSubmit(({ partner_id, name, settings: own, warehouse_ids }) =>
    save.mutate(
      {
        partner_id,
        name,
        settings: own,
        warehouse_ids: warehouse_ids.length === 0 ? null : warehouse_ids,
        ...(profile && { etag: profile.etag }),
      },
      {
        onSuccess: () => {
          notifyDone(`The profile ${name} is saved.`);
          onDone();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {save.error && <ErrorNote error={save.error} />}
        <TextInput
          label="Partner ID"
          description="As orders send it."
          required
          disabled={profile !== null}
          {...form.getInputProps('partner_id')}
        />
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <MultiSelect
          label="Only these warehouses"
          description="Empty: all enabled ones."
          data={(warehouses.data ?? []).map(({ warehouse_id, warehouse_name }) => ({
            value: warehouse_id,
            label: warehouse_name,
          }))}
          {...form.getInputProps('warehouse_ids')}
        />
        {OVERRIDABLE.map((facts) => (
          <Stack key={facts.name} gap={4}>
            <Switch
              label={`Own rule: ${facts.label}`}
              checked={facts.name in settings}
              onChange={() => toggle(facts.name, facts.kind)}
            />
            {facts.name in settings && (
              <SettingField
                facts={facts}
                value={settings[facts.name]}
                isDisabled={false}
                onChange={(value) => form.setFieldValue('settings', { ...settings, [facts.name]: value })}
              />
            )}
          </Stack>
        ))}
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
