import { Button, Group, Switch } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useMayChange } from '../../client/rights.ts';
import { type Column, column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { IdText } from '../../components/id-text.tsx';
import { Page } from '../../components/page.tsx';
import { ListCount, PagedTable } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { useEdited } from '../../components/use-edited.ts';
import { WarehouseNames } from '../../components/warehouse-names.tsx';
import { counted } from '../../view/numbers.ts';
import { ProfileForm } from './profile-form.tsx';
import { PROFILE_SETTINGS, valueWords } from './setting-values.ts';
import { type Profile, useProfiles, useRemoveProfile, useSaveProfile } from './use-rules.ts';

const partnerOf = ({ partner_id }: Profile) => partner_id;

/** Other rules for the orders of a partner, a channel or a group of customers. */
export function ProfilesPage() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const profiles = useProfiles(q);
  const mayChange = useMayChange();
  const edited = useEdited(profiles.rows, partnerOf);
  const save = useSaveProfile();
  const remove = useRemoveProfile();
  const askToRemove = ({ name, partner_id, etag }: Profile) =>
    remove.ask(
      { partner_id, etag },
      {
        title: `Remove profile ${name}?`,
        of: { partner_id },
        text: `New orders with partner_id ${partner_id} will follow the routing settings. You can still find the profile in History.`,
        verb: 'Remove profile',
        isDangerous: true,
        done: `Profile ${name} removed.`,
      },
    );
  const askToSwitch = ({ name, partner_id, etag, enabled, settings, warehouse_ids }: Profile) => {
    const own = `${counted(Object.keys(settings).length, 'override')}${warehouse_ids ? `, ${counted(warehouse_ids.length, 'warehouse')}` : ''}`;
    const [before, after] = enabled ? [own, 'the account’s settings'] : ['the account’s settings', own];
    save.ask(
      { partner_id, etag, enabled: !enabled },
      {
        of: { partner_id },
        title: `${enabled ? 'Disable' : 'Enable'} profile ${name}?`,
        text: `From the next order, orders with partner_id ${partner_id} follow ${enabled ? 'the routing settings of the account' : 'this profile'}.`,
        effects: [{ what: `Orders of ${partner_id} follow`, before, after }],
        verb: `${enabled ? 'Disable' : 'Enable'} ${name}`,
        isDangerous: enabled,
        done: `Profile ${name} ${enabled ? 'disabled' : 'enabled'}.`,
      },
    );
  };
  const columns: readonly Column<Profile>[] = [
    column(
      'profile',
      'Profile',
      ({ name, partner_id }) => (
        <>
          {name}
          <div>
            <IdText id={partner_id} what="partner_id" />
          </div>
        </>
      ),
      { width: '14rem', wraps: true },
    ),
    column(
      'enabled',
      'Enabled',
      (profile) => (
        <Switch
          aria-label={`${profile.name} enabled`}
          checked={profile.enabled}
          disabled={!mayChange}
          onChange={() => askToSwitch(profile)}
        />
      ),
      { width: '5rem' },
    ),
    column('settings', 'Overrides', settingsOf, { isWide: true, wraps: true }),
    column(
      'warehouses',
      'Limited to',
      ({ warehouse_ids }) => (warehouse_ids ? <WarehouseNames ids={warehouse_ids} /> : '–'),
      { isWide: true, wraps: true },
    ),
  ];
  const change: Column<Profile> = column(
    'change',
    'Actions',
    (profile) => (
      <Group gap="xs" wrap="nowrap">
        <RowButton label={`Edit ${profile.name}`} onClick={() => edited.open(profile)}>
          Edit
        </RowButton>
        <RowButton label={`Remove ${profile.name}`} onClick={() => askToRemove(profile)}>
          Remove
        </RowButton>
      </Group>
    ),
    { isWide: true, hasButtons: true, width: '13rem' },
  );
  const add = mayChange && <Button onClick={edited.add}>Add profile</Button>;
  return (
    <Page
      title="Routing profiles"
      beside={<ListCount pages={profiles} />}
      lead="A profile overrides routing settings for the orders of one partner, matched by partner_id."
      actions={add}
    >
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'Partner ID or name contains', width: 220 }]} />
      <PagedTable
        pages={profiles}
        label="Profiles"
        columns={mayChange ? [...columns, change] : columns}
        idOf={partnerOf}
        isFiltered={Boolean(q)}
        empty={
          <EmptyState title="No profiles yet" action={add}>
            All orders follow the routing settings. Add a profile to override them for one partner.
          </EmptyState>
        }
      />
      <FormModal {...edited.modal} size="lg" title={edited.current ? 'Edit profile' : 'Add profile'}>
        <ProfileForm profile={edited.current} onDone={edited.close} />
      </FormModal>
    </Page>
  );
}

function settingsOf({ settings }: Profile): string {
  const own = PROFILE_SETTINGS.filter(({ name }) => name in settings);
  return own.map(({ name, label }) => `${label}: ${valueWords(settings[name])}`).join(' · ') || '–';
}
