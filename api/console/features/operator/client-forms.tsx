import { Group, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useOpenPage } from '../../client/address.ts';
import { useWrite } from '../../client/operations.ts';
import { confirm } from '../../components/confirm.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { pathWords } from '../../view/change-words.ts';
import { smallestChanges, valueText } from '../../view/changes.ts';

export type Client = components['schemas']['Client'];

const PLANS = ['trial', 'starter', 'pro', 'enterprise'];
const SUBSCRIPTIONS = ['trialing', 'active', 'past_due', 'paused', 'cancelled'];

/** The form of a new client. Its first user is added next. */
export function NewClientForm({ onDone }: { onDone: () => void }) {
  const create = useWrite('post', '/account/v1/clients', 'clients');
  const openPage = useOpenPage();
  const form = useForm<components['schemas']['NewClientInput']>({
    initialValues: {
      slug: '',
      name: '',
      contract_variant: 'A',
      plan: 'trial',
      subscription_status: 'active',
    },
  });
  const submit = form.onSubmit((body) =>
    create.mutate(body, {
      onSuccess: () => {
        notifyDone(`${body.name} added. Add a user so that someone can sign in.`);
        form.resetDirty();
        onDone();
        void openPage('/users', { client: body.slug });
      },
    }),
  );
  return (
    <DialogForm form={form} onSubmit={submit} act={create} verb="Add client">
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Slug"
        description="Short name used in URLs: lowercase letters, digits and hyphens. It cannot be changed later."
        required
        {...form.getInputProps('slug')}
      />
      <SegmentedControl
        aria-label="Contract variant"
        data={[
          { value: 'A', label: 'Variant A' },
          { value: 'B', label: 'Variant B' },
        ]}
        {...form.getInputProps('contract_variant')}
      />
      <Select label="Plan" allowDeselect={false} data={PLANS} {...form.getInputProps('plan')} />
    </DialogForm>
  );
}

/** The form of a client's plan, state and limits. */
export function ClientForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const change = useWrite('patch', '/account/v1/clients/{slug}', 'clients');
  const { slug, name, plan, subscription_status, active, routed_orders_limit, inventory_rows_limit } = client;
  const form = useForm({
    initialValues: {
      name,
      plan,
      subscription_status,
      active,
      routed_orders_limit: (routed_orders_limit ?? '') as number | '',
      inventory_rows_limit: (inventory_rows_limit ?? '') as number | '',
    },
  });
  const submit = form.onSubmit((values) =>
    confirm({
      title: `Change ${values.name}?`,
      text: values.active ? 'It holds at once.' : 'Its users and API keys are locked out at once.',
      effects: smallestChanges([{ path: '', before: form.getInitialValues(), after: values }]).map(
        ({ path, before, after }) => ({
          what: pathWords(path.slice(1)),
          before: valueText(before),
          after: valueText(after),
        }),
      ),
      verb: `Change ${values.name}`,
      isDangerous: !values.active,
      act: () =>
        change
          .mutateAsync({
            slug,
            ...values,
            routed_orders_limit: values.routed_orders_limit === '' ? null : values.routed_orders_limit,
            inventory_rows_limit: values.inventory_rows_limit === '' ? null : values.inventory_rows_limit,
          })
          .then(onDone),
      done: `${values.name} saved.`,
    }),
  );
  const limit = {
    description: "Overrides the plan's limit. Leave empty to use the plan's limit.",
    min: 0,
    allowDecimal: false,
    thousandSeparator: ',',
  };
  return (
    <DialogForm form={form} onSubmit={submit} act={change} verb="Save">
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <Group grow>
        <Select label="Plan" allowDeselect={false} data={PLANS} {...form.getInputProps('plan')} />
        <Select
          label="Subscription"
          allowDeselect={false}
          data={SUBSCRIPTIONS}
          {...form.getInputProps('subscription_status')}
        />
      </Group>
      <NumberInput label="Routed order limit" {...limit} {...form.getInputProps('routed_orders_limit')} />
      <NumberInput
        label="Stock upload row limit"
        {...limit}
        {...form.getInputProps('inventory_rows_limit')}
      />
      <Switch
        label="Account active"
        description="When off, its users and API keys are locked out immediately."
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}
