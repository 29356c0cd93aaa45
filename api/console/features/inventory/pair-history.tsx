import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useList } from '../../client/operations.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { Section } from '../../components/section.tsx';

type PairEntry = components['schemas']['PairEntry'];

interface PairHistoryProps {
  readonly sku: string;
  readonly warehouses: readonly { readonly warehouse_id: string; readonly warehouse_name: string }[];
}

/** What happened to a product at one of its warehouses. */
export function PairHistory({ sku, warehouses }: PairHistoryProps) {
  const [chosen, choose] = useState<string | null>(null);
  const warehouse = chosen ?? warehouses[0]?.warehouse_id;
  if (warehouse === undefined) return null;
  return (
    <Section title="History">
      <Select
        label="At warehouse"
        maw={280}
        mb="xs"
        allowDeselect={false}
        data={warehouses.map(({ warehouse_id, warehouse_name }) => ({
          value: warehouse_id,
          label: warehouse_name,
        }))}
        value={warehouse}
        onChange={choose}
      />
      <Entries key={warehouse} sku={sku} warehouse={warehouse} />
    </Section>
  );
}

const HISTORY = '/account/v1/inventory/{sku}/history';

function Entries({ sku, warehouse }: { sku: string; warehouse: string }) {
  const pages = useList('inventory', HISTORY, 'entries', { sku, warehouse_id: warehouse });
  const countedAt = pages.firstPage?.counted_at;
  return (
    <>
      {countedAt && (
        <Text size="sm">
          Last counted <MomentText at={countedAt} />.
        </Text>
      )}
      <PagedTable
        pages={pages}
        label="History"
        columns={COLUMNS}
        idOf={({ kind, at, recorded_at, routing_decision_id, quantity }) =>
          [kind, at, recorded_at, routing_decision_id, quantity].join(' ')
        }
        empty={<Hint>No history yet. It begins with the first counted sync, change, shipment or hold.</Hint>}
      />
    </>
  );
}

const WORDS: Readonly<Record<PairEntry['kind'], string>> = {
  count: 'Counted',
  change: 'Changed',
  reservation: 'Reserved',
  shipment: 'Shipped',
  adjustment: 'Missing now',
};

const COLUMNS: readonly Column<PairEntry>[] = [
  column('at', 'When', ({ at }) => (at === null ? 'now' : <MomentText at={at} />), { width: '9rem' }),
  column('kind', 'What', ({ kind }) => WORDS[kind], { width: '8rem' }),
  numberColumn('units', 'Units', ({ quantity }) => quantity, { width: '6rem' }),
  column('order', 'Order', ({ order_id }) =>
    order_id === null ? '–' : <TextLink to={`/orders/${encodeURIComponent(order_id)}`}>{order_id}</TextLink>,
  ),
  column('note', 'Note', ({ note, state }) => note ?? state ?? '', { isWide: true }),
];
