import { Button, Group, Modal, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../client/rights.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IdText } from '../../components/id-text.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { ProfileForm } from './profile-form.tsx';
import { PROFILE_SETTINGS, valueWords } from './settings-facts.ts';
import { type Profile, useProfiles, useRemoveProfile, useSaveProfile } from './use-rules.ts';

/** Other rules for the orders of a partner, a channel or a group of customers. */
export function ProfilesPage() {
  const profiles = useProfiles();
  const mayChange = useMayChange();
  const [edited, setEdited] = useState<Profile | 'new' | null>(null);
  const add = mayChange && <Button onClick={() => setEdited('new')}>Add a profile</Button>;
  return (
    <Page
      title="Routing profiles"
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
  const own = PROFILE_SETTINGS.filter((facts) => facts.name in settings);
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
          <Title order={2} className="anywhere">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            partner_id <IdText id={partner_id} what="partner_id" most={30} />
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
            <RowButton label={`Change ${name}`} onClick={onEdit}>
              Change …
            </RowButton>
            <RowButton label={`Remove ${name}`} onClick={askToRemove}>
              Remove …
            </RowButton>
          </Group>
        )}
      </Group>
      <Text size="sm" mt="xs" className="anywhere">
        {own.length === 0
          ? 'No settings of its own'
          : own.map((facts) => `${facts.label}: ${valueWords(settings[facts.name])}`).join(' · ')}
        {warehouse_ids && ` · only ${warehouse_ids.join(', ')}`}
        {!enabled && ' · disabled: its orders follow the routing settings'}
      </Text>
    </Paper>
  );
}
