import { Select, Text } from '@mantine/core';
import { useSetSearch } from '../client/address.ts';
import { useClients } from '../client/clients.ts';
import { useScope } from '../client/scope.ts';
import type { Session } from '../client/session.ts';

/** The client whose account is open. Operators choose it here. */
export function ClientSwitch({ session }: { session: Session }) {
  if (session.user.role === 'operator') return <OperatorsChoice />;
  const { client } = session.user;
  return (
    <Text fw={600} truncate title={client?.slug}>
      {client?.name ?? ''}
    </Text>
  );
}

function OperatorsChoice() {
  const { client = null } = useScope();
  const clients = useClients();
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
      data={(clients.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
      value={client}
      onChange={(slug) => setSearch({ client: slug ?? undefined })}
      className="operators-choice"
    />
  );
}
