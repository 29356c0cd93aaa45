import { Checkbox, type CheckboxGroupProps, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sending } from '../../client/calls.ts';
import { useWrite } from '../../client/operations.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { useChange } from '../../components/use-change.ts';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { EVENT_NAMES } from './event-names.ts';
import type { Webhook, WebhookEvent } from './use-webhooks.ts';

const FIELDS = {
  events: { label: 'Events' },
  enabled: {
    label: 'Enabled',
    description: 'While it is off, nothing is sent and waiting deliveries fail.',
  },
};
const NO_EVENT = 'Choose at least one event.';
const needsEvent = (events: readonly WebhookEvent[]) => (events.length === 0 ? NO_EVENT : null);

/** The form of a new endpoint. Its secret is shown until the dialog is closed. */
export function AddEndpoint({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const add = useWrite('post', '/account/v1/webhooks', 'webhooks');
  const form = useForm({
    initialValues: { url: '', events: [] as WebhookEvent[] },
    validate: { events: needsEvent },
  });
  const close = () => {
    add.reset();
    form.reset();
    onClose();
  };
  return (
    <FormModal opened={isOpen} onClose={close} title="Add endpoint">
      {add.data === undefined ? (
        <DialogForm
          form={form}
          onSubmit={form.onSubmit((body) => add.mutate(body))}
          act={add}
          verb="Add endpoint"
        >
          <TextInput
            label="URL"
            description="Must be https, at a public address."
            placeholder="https://shop.example/hooks"
            required
            data-autofocus
            {...form.getInputProps('url')}
          />
          <EventChoice {...form.getInputProps('events')} />
        </DialogForm>
      ) : (
        <>
          <Text size="sm" mb="sm">
            This secret signs what is sent to the endpoint. Your system needs it to verify deliveries.
          </Text>
          <SecretOnce secret={add.data.secret!} onDone={close} />
        </>
      )}
    </FormModal>
  );
}

/** The form of the events of an endpoint. */
export function EditEndpoint({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { url, etag } = webhook;
  const saved = useSavedForm({
    fields: FIELDS,
    saved: { events: webhook.events, enabled: webhook.enabled },
    validate: { events: needsEvent },
    act: useChange(sending('patch', '/account/v1/webhooks/{url}'), { outdates: ['webhooks'] }),
    bodyOf: (body) => ({ url, etag, ...body }),
    asks: () => ({
      title: 'Change the endpoint?',
      text: `From the next event, ${url} gets what is chosen.`,
      verb: 'Change endpoint',
    }),
    said: () => 'Endpoint saved.',
    onDone,
  });
  const { form } = saved;
  return (
    <DialogForm {...saved} verb="Save">
      <Text size="sm" className="anywhere">
        {url}
      </Text>
      <EventChoice {...form.getInputProps('events')} />
      <Switch {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </DialogForm>
  );
}

function EventChoice(props: Omit<CheckboxGroupProps<WebhookEvent>, 'children'>) {
  return (
    <Checkbox.Group label={FIELDS.events.label} required {...props}>
      {Object.entries(EVENT_NAMES).map(([event, name]) => (
        <Checkbox key={event} value={event} label={`${name} (${event})`} mt={6} />
      ))}
    </Checkbox.Group>
  );
}
