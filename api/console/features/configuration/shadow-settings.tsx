import { Group, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMayChange } from '../../client/rights.ts';
import { confirm } from '../../components/confirm.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Hint } from '../../components/hint.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Panel } from '../../components/section.tsx';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { SettingOverrides } from './setting-overrides.tsx';
import { DECIDING_SETTINGS, valueWords } from './setting-values.ts';
import { useSaveShadow, useShadow } from './use-settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** Settings that each run is decided by a second time. */
export function ShadowSettings() {
  const shadow = useShadow();
  return (
    <Panel title="Shadow settings">
      <Hint maw={620} mb="sm">
        Each run is decided again with these settings, for comparison only. The{' '}
        <TextLink to="/">overview</TextLink> shows both results. Orders still ship by the settings above.
      </Hint>
      <QueryView query={shadow}>
        {({ shadow: present, etag }) => <Present settings={present?.settings ?? null} etag={etag} />}
      </QueryView>
    </Panel>
  );
}

function Present({ settings, etag }: { settings: Values | null; etag: string }) {
  const mayChange = useMayChange();
  const save = useSaveShadow();
  const [isOpen, { open, close }] = useDisclosure();
  const remove = () =>
    confirm({
      title: 'Remove the shadow settings?',
      text: 'Runs are no longer compared, and the Overview no longer shows the comparison.',
      verb: 'Remove',
      act: () => save.mutateAsync({ etag, settings: null }),
      done: 'Shadow settings removed.',
    });
  return (
    <>
      {settings === null ? (
        <Text size="sm">No shadow settings yet.</Text>
      ) : (
        <List size="sm">
          {DECIDING_SETTINGS.filter(({ name }) => name in settings).map(({ name, label }) => (
            <List.Item key={name}>
              {label}: {valueWords(settings[name])}
            </List.Item>
          ))}
        </List>
      )}
      {mayChange && (
        <Group mt="sm">
          <PlainButton onClick={open}>
            {settings === null ? 'Set shadow settings' : 'Change shadow settings'}
          </PlainButton>
          {settings !== null && <PlainButton onClick={remove}>Remove</PlainButton>}
        </Group>
      )}
      <FormModal opened={isOpen} onClose={close} title="Shadow settings" size="lg">
        <ShadowForm settings={settings ?? {}} etag={etag} onDone={close} />
      </FormModal>
    </>
  );
}

const FIELDS = DECIDING_SETTINGS.map(({ name }) => `settings.${name}`);

function ShadowForm({ settings, etag, onDone }: { settings: Values; etag: string; onDone: () => void }) {
  const save = useSaveShadow();
  const saved = useSavedForm({
    saved: { settings },
    fields: { settings: { label: 'Shadow settings' } },
    act: save,
    bodyOf: (values) => ({ etag, settings: values.settings }),
    said: () => 'Shadow settings saved. They apply from the next run.',
    onDone,
  });
  const { form } = saved;
  return (
    <DialogForm {...saved} fields={FIELDS} verb="Save">
      <SettingOverrides
        facts={DECIDING_SETTINGS}
        settings={form.values.settings}
        errors={form.errors}
        onChange={(next) => form.setFieldValue('settings', next)}
      />
    </DialogForm>
  );
}
