import { Anchor, Button, Divider, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../client/rights.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted } from '../../view/numbers.ts';
import { SettingField } from './setting-field.tsx';
import { SETTINGS, valueWords } from './settings-facts.ts';
import { useSaveSettings, useSettings } from './use-settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** Every setting with what it does. Changes are listed before they are saved. */
export function SettingsPage() {
  const settings = useSettings();
  return (
    <Page
      title="Routing settings"
      lead={
        <>
          They hold for every order, unless a profile says otherwise.{' '}
          <Anchor component={PageLink} to="/try" inherit>
            Try an order
          </Anchor>{' '}
          shows what they do.
        </>
      }
    >
      <QueryView query={settings}>
        {({ settings: values, etag }) => <SettingsForm key={etag} values={values} etag={etag} />}
      </QueryView>
    </Page>
  );
}

function SettingsForm({ values, etag }: { values: Values; etag: string }) {
  const [draft, setDraft] = useState<Values>({});
  const mayChange = useMayChange();
  const save = useSaveSettings();
  const changed = SETTINGS.filter(
    ({ name }) => name in draft && JSON.stringify(draft[name]) !== JSON.stringify(values[name]),
  );
  const submit = () =>
    save.mutate(
      { etag, settings: Object.fromEntries(changed.map(({ name }) => [name, draft[name]])) },
      { onSuccess: () => notifyDone('The settings are saved. The next order is routed by them.') },
    );
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Stack gap="md">
          {SETTINGS.map((facts, index) => (
            <div key={facts.name}>
              {index > 0 && <Divider mb="md" />}
              <SettingField
                facts={facts}
                value={facts.name in draft ? draft[facts.name] : values[facts.name]}
                isDisabled={!mayChange}
                onChange={(value) => setDraft({ ...draft, [facts.name]: value })}
              />
            </div>
          ))}
        </Stack>
      </Paper>
      {save.error && <ErrorNote error={save.error} />}
      {changed.length > 0 && (
        <Paper withBorder p="md" className="sticky-foot">
          <Title order={2}>{counted(changed.length, 'setting')} will change</Title>
          <List size="sm" my="xs">
            {changed.map(({ name, label }) => (
              <List.Item key={name}>
                {label}: {valueWords(values[name])} → {valueWords(draft[name])}
              </List.Item>
            ))}
          </List>
          <Group>
            <Button onClick={submit} loading={save.isPending}>
              Save
            </Button>
            <Button variant="default" onClick={() => setDraft({})}>
              Leave as it was
            </Button>
          </Group>
        </Paper>
      )}
      {!mayChange && (
        <Text size="sm" c="dimmed">
          Owners of the account change settings.
        </Text>
      )}
    </Stack>
  );
}
