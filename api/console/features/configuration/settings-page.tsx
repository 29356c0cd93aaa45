import { Alert, Button, Divider, Group, List, Paper, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { ACCOUNT_SETTINGS } from '../../../../shared/contracts/account/account-settings.ts';
import {
  isWarnedOf,
  reservationWarnings,
} from '../../../../shared/contracts/account/reservation-warnings.ts';
import { useDraft } from '../../client/draft.tsx';
import { useMayChange } from '../../client/rights.ts';
import { useScope } from '../../client/scope.ts';
import { ConflictList } from '../../components/conflict-list.tsx';
import { useFaultsAtFields } from '../../components/dialog-form.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Hint } from '../../components/hint.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useRemoteChanges } from '../../components/use-remote-changes.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { counted } from '../../view/numbers.ts';
import { DeliveryCalendar } from './delivery-calendar.tsx';
import { SettingField } from './setting-field.tsx';
import { valueWords } from './setting-values.ts';
import { useEditSettings, useReservations, useSaveSettings, useSettings } from './use-settings.ts';

type Values = Record<string, unknown>;

const NAMES = ACCOUNT_SETTINGS.map(({ name }) => name);

/** Every setting with what it does. Changes are listed before they are saved. */
export function SettingsPage() {
  const { client } = useScope();
  const settings = useSettings();
  const isDraft = useDraft() !== null;
  return (
    <Page
      title="Routing settings"
      lead={
        <>
          These settings apply to every order unless a profile overrides them. Use{' '}
          <TextLink to="/try">Try an order</TextLink> to see their effect.
        </>
      }
    >
      <QueryView query={settings}>
        {({ settings: values, etag }) => <SettingsForm key={client} values={values} etag={etag} />}
      </QueryView>
      {!isDraft && <DeliveryCalendar key={`delivery ${client}`} />}
    </Page>
  );
}

/** Brings a setting that was searched for into view, with the focus on its field. */
function showSetting(field: HTMLElement | null): void {
  field?.scrollIntoView({ block: 'center' });
  field?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
}

function SettingsForm({ values, etag }: { values: Values; etag: string }) {
  const mayChange = useMayChange();
  const { setting: sought } = useSearch({ strict: false }) as { setting?: string };
  const save = useSaveSettings();
  const form = useForm<Values>({ initialValues: values });
  const conflicts = useRemoteChanges(form, values);
  const isAtFields = useFaultsAtFields(form, save.error, NAMES);
  const hasConflicts = conflicts.fields.length > 0;
  const openDraft = useDraft();
  const edit = useEditSettings();
  const draft = form.values;
  const isChanged = (name: string) => JSON.stringify(draft[name]) !== JSON.stringify(values[name]);
  const changed = ACCOUNT_SETTINGS.filter(({ name }) => isChanged(name));
  const names = changed.map(({ name }) => name);
  const open = useReservations(isWarnedOf(names));
  const warnings = open.data ? reservationWarnings(names, draft, open.data) : [];
  useUnsaved(() => NAMES.some((name) => form.isDirty(name)));
  const set = (name: string, value: unknown) => {
    form.setFieldValue(name, value);
    // A draft has each change at once: it is saved nowhere.
    if (openDraft) void edit(openDraft, { [name]: value }).catch(notifyFailed);
  };
  const submit = () => {
    const body = { etag, ...Object.fromEntries(changed.map(({ name }) => [name, draft[name]])) };
    // A fault of the dry run is shown in the form.
    void save
      .propose(body, {
        title: `Change ${counted(changed.length, 'setting')}?`,
        effects: changed.map(({ name, label }) => ({
          what: label,
          before: valueWords(values[name]),
          after: valueWords(draft[name]),
        })),
        details: warnings.map((warning) => (
          <Alert key={warning} color="yellow" variant="light">
            {warning}
          </Alert>
        )),
        of: {},
        verb: `Change ${counted(changed.length, 'setting')}`,
        done: 'Settings saved. They apply from the next order.',
      })
      .catch(() => {});
  };
  return (
    <Stack gap="md" maw={960}>
      <Paper withBorder p="md">
        <Stack gap="md">
          {ACCOUNT_SETTINGS.map((facts, index) => (
            <div
              key={facts.name}
              data-setting={facts.name}
              ref={facts.name === sought ? showSetting : undefined}
            >
              {index > 0 && <Divider mb="md" />}
              <SettingField
                facts={facts}
                value={draft[facts.name]}
                isDisabled={!mayChange}
                error={form.errors[facts.name]}
                onChange={(value) => set(facts.name, value)}
              />
            </div>
          ))}
        </Stack>
      </Paper>
      {save.error && !isAtFields && !hasConflicts && (
        <ErrorNote error={save.error} fieldsWithFaults={NAMES} />
      )}
      {changed.length > 0 && openDraft === null && (
        <Paper withBorder p="md" className="sticky-foot">
          <Title order={2}>{counted(changed.length, 'setting')} will change</Title>
          <ConflictList
            conflicts={conflicts}
            labelOf={(field) => ACCOUNT_SETTINGS.find(({ name }) => name === field)?.label ?? field}
            valuesOf={(field) => ({ mine: valueWords(draft[field]), theirs: valueWords(values[field]) })}
          />
          <List size="sm" my="xs">
            {changed.map(({ name, label }) => (
              <List.Item key={name}>
                {label}: {valueWords(values[name])} → {valueWords(draft[name])}
              </List.Item>
            ))}
          </List>
          {warnings.map((warning) => (
            <Alert key={warning} color="yellow" variant="light" mb="xs">
              {warning}
            </Alert>
          ))}
          <Group>
            <Button onClick={submit} loading={save.isPending} disabled={hasConflicts}>
              Save
            </Button>
            <PlainButton onClick={() => form.setValues(values)}>Discard changes</PlainButton>
          </Group>
        </Paper>
      )}
      {!mayChange && <Hint>Only account owners can change settings.</Hint>}
    </Stack>
  );
}
