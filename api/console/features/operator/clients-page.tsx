import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../client/operations.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { IdText } from '../../components/id-text.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { type Client, ClientForm, NewClientForm } from './client-forms.tsx';

/** All clients with plan and state. A click on one chooses it at the top. */
export function ClientsPage() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const clients = useList('clients', '/account/v1/clients', 'clients', { q, limit: 50 });
  const [edited, setEdited] = useState<Client | 'new' | null>(null);
  const columns: readonly Column<Client>[] = [
    column('name', 'Client', ({ name }) => name),
    column('plan', 'Plan', ({ plan }) => plan, { width: '8rem' }),
    column('slug', 'Slug', ({ slug }) => <IdText id={slug} what="slug" />),
    column(
      'state',
      'Status',
      ({ active, subscription_status }) => (active ? subscription_status : 'inactive'),
      { width: '9rem' },
    ),
    column('variant', 'Contract', ({ contract_variant }) => contract_variant, { width: '6rem' }),
    numberColumn('used', 'Routed orders', ({ routed_orders_used }) => routed_orders_used, { width: '9rem' }),
    column(
      'change',
      'Actions',
      (client) => (
        <RowButton label={`Edit ${client.name}`} onClick={() => setEdited(client)}>
          Edit
        </RowButton>
      ),
      { hasButtons: true, width: '7rem' },
    ),
  ];
  return (
    <Page
      title="Clients"
      lead="Open a client to switch to it. Its owners see this in their History."
      actions={<Button onClick={() => setEdited('new')}>Add client</Button>}
    >
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'Name or slug contains', width: 220 }]} />
      <PagedTable
        pages={clients}
        label="Clients"
        columns={columns}
        idOf={({ slug }) => slug}
        linkOf={({ slug }) => ({ to: '/', search: { client: slug } })}
        isFiltered={Boolean(q)}
        empty={<EmptyState title="No clients yet">Add a client to create its account.</EmptyState>}
      />
      <FormModal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add client' : `Edit ${edited?.name ?? ''}`}
      >
        {edited === 'new' && <NewClientForm onDone={() => setEdited(null)} />}
        {edited !== null && edited !== 'new' && <ClientForm client={edited} onDone={() => setEdited(null)} />}
      </FormModal>
    </Page>
  );
}
