import type { components } from '../../../../shared/client/account-api.d.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { TextLink } from '../../components/page-link.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { share } from '../../view/numbers.ts';

type ClientLoad = components['schemas']['ServiceDay']['clients'][number];

const COLUMNS: readonly Column<ClientLoad>[] = [
  column('client', 'Client', ({ client, name }) => (
    <TextLink to="/" search={{ client }} size="sm">
      {name}
    </TextLink>
  )),
  numberColumn('orders', 'Orders', ({ orders }) => orders),
  column('unshipped', 'Cannot ship', ({ unshipped, orders }) => share(unshipped, orders), { numeric: true }),
];

/** So many clients are shown. */
const MAX_CLIENTS = 20;

/** The clients of the last day, by load. */
export function ClientLoads({ clients }: { clients: readonly ClientLoad[] }) {
  if (clients.length === 0) return null;
  return (
    <Section title="Clients in the last 24 hours">
      <RowTable
        label="Clients in the last 24 hours"
        columns={COLUMNS}
        rows={clients.toSorted((a, b) => b.orders - a.orders).slice(0, MAX_CLIENTS)}
        idOf={({ client }) => client}
      />
    </Section>
  );
}
