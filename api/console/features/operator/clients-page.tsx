import {
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { notifyDone } from '../../components/notify.ts';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { whole } from '../../view/numbers.ts';
import { type Client, useChangeClient, useClientPages, useCreateClient } from './use-clients.ts';

const PLANS = ['trial', 'starter', 'pro', 'enterprise'];
const SUBSCRIPTIONS = ['trialing', 'active', 'past_due', 'paused', 'cancelled'];

/** Everyone who has an account, with plan and state. Opening one chooses it at the top. */
export function ClientsPage() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const clients = useClientPages(q ?? '');
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Client | 'new' | null>(null);
  const columns: readonly Column<Client>[] = [
    { id: 'name', title: 'Client', cell: ({ name }) => name },
    { id: 'plan', title: 'Plan', width: '8rem', cell: ({ plan }) => plan },
    { id: 'slug', title: 'Slug', cell: ({ slug }) => slug },
    {
      id: 'state',
      title: 'State',
      width: '9rem',
      cell: ({ active, subscription_status }) => (active ? subscription_status : 'closed'),
    },
    { id: 'variant', title: 'Contract', width: '6rem', cell: ({ contract_variant }) => contract_variant },
    {
      id: 'used',
      title: 'Routed orders',
      numeric: true,
      width: '9rem',
      cell: ({ routed_orders_used }) => whole(routed_orders_used),
    },
    {
      id: 'change',
      title: 'Change',
      width: '7rem',
      cell: (client) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Change ${client.name}`}
          onClick={(event) => {
            event.stopPropagation();
            setEdited(client);
          }}
        >
          Change …
        </Button>
      ),
    },
  ];
  return (
    <Page
      title="Clients"
      lead="Opening a client chooses it at the top; its owners see in their History that you did."
      actions={<Button onClick={() => setEdited('new')}>Add a client</Button>}
    >
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'Name or slug contains', width: 220 }]} />
      <PagedTable
        pages={clients}
        label="Clients"
        columns={columns}
        idOf={({ slug }) => slug}
        onOpen={({ slug }) => void navigate({ to: '/', search: { client: slug } as never })}
        empty={<EmptyState title="No client">Each account of the service stands here.</EmptyState>}
      />
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add a client' : `Change ${edited?.name ?? ''}`}
      >
        {edited === 'new' && <NewClientForm onDone={() => setEdited(null)} />}
        {edited !== null && edited !== 'new' && <ClientForm client={edited} onDone={() => setEdited(null)} />}
      </Modal>
    </Page>
  );
}

function NewClientForm({ onDone }: { onDone: () => void }) {
  const create = useCreateClient();
  const navigate = useNavigate();
  const form = useForm({
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
        notifyDone(`${body.name} is added. Add a person under Users, so that they can sign in.`);
        onDone();
        void navigate({ to: '/users' as string, search: { client: body.slug } as never });
      },
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {create.error && <ErrorNote error={create.error} />}
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <TextInput
          label="Slug"
          description="Short name in addresses: small letters, digits and hyphens. It never changes."
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
        <Button type="submit" loading={create.isPending}>
          Add the client
        </Button>
      </Stack>
    </form>
  );
}

function ClientForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const change = useChangeClient();
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
    change.mutate(
      {
        slug,
        ...values,
        routed_orders_limit: values.routed_orders_limit === '' ? null : values.routed_orders_limit,
        inventory_rows_limit: values.inventory_rows_limit === '' ? null : values.inventory_rows_limit,
      },
      {
        onSuccess: () => {
          notifyDone(`${values.name} is changed.`);
          onDone();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {change.error && <ErrorNote error={change.error} />}
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
        <NumberInput
          label="Routed orders"
          description="In place of the plan's number; empty: the plan's."
          min={0}
          {...form.getInputProps('routed_orders_limit')}
        />
        <NumberInput
          label="Rows of a stock upload"
          description="In place of the plan's number; empty: the plan's."
          min={0}
          {...form.getInputProps('inventory_rows_limit')}
        />
        <Switch
          label="Account open"
          description="Off: its people and keys are refused at once."
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        <Button type="submit" loading={change.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
