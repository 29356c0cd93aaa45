import { Select, Text } from '@mantine/core';
import { useSetSearch } from '../client/address.ts';
import { useClients } from '../client/clients.ts';
import { useScope } from '../client/scope.ts';
import type { Session } from '../client/session.ts';

/** The client whose account is open. Operators and people of several accounts choose it here. */
export function ClientSwitch({ session }: { session: Session }) {
  const { role, client, accounts } = session.user;
  if (role === 'operator') return <OperatorsChoice />;
  if (accounts.length > 1) return <Choice clients={accounts} />;
  return (
    <Text fw={600} truncate title={client?.slug}>
      {client?.name ?? ''}
    </Text>
  );
}

function OperatorsChoice() {
  return <Choice clients={useClients().data ?? []} />;
}

function Choice({ clients }: { clients: readonly { slug: string; name: string }[] }) {
  const { client = null } = useScope();
  const setSearch = useSetSearch();
  return (
    <Select
      aria-label="Client"
      placeholder="Choose a client"
      size="xs"
      w={{ base: 150, sm: 240 }}
      searchable
      clearable
      nothingFoundMessage="No clients found"
      data={clients.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={client}
      onChange={(slug) => setSearch({ client: slug ?? undefined })}
      className="operators-choice"
    />
  );
}
