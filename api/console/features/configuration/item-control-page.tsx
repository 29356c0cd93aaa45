import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSorting } from '../../client/address.ts';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouseName } from '../../client/warehouses.ts';
import { type Column, column } from '../../components/column.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { IdText } from '../../components/id-text.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable, type Pages } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import type { Sorting } from '../../components/sort-head.tsx';
import { ItemRuleForm } from './item-rule-form.tsx';
import { detailOf, RULES } from './item-rules.ts';
import { ListFile } from './list-file.tsx';
import { type ItemControl, useItemControls, useRemoveItemControl } from './use-rules.ts';

/** Rules on single products. */
export function ItemControlPage() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const sorting = useSorting<'file' | 'sku' | '-sku'>('file');
  const rules = useItemControls(q, sorting.sort === 'file' ? undefined : sorting.sort);
  const mayChange = useMayChange();
  const [edited, setEdited] = useState<ItemControl | 'new' | null>(null);
  const add = mayChange && <Button onClick={() => setEdited('new')}>Add rule</Button>;
  /** As it is saved now: somebody else may have changed it since the form was opened. */
  const currentOf = (row: ItemControl) => rules.rows.find(({ rule_id }) => rule_id === row.rule_id) ?? row;
  return (
    <Page
      title="Item control"
      lead="Rules for individual products: which warehouses may ship them, whether they may be split, and which orders to hold."
      actions={
        <>
          <ListFile list="item_controls" />
          {add}
        </>
      }
    >
      <RuleTable
        pages={rules}
        sorting={sorting}
        mayChange={mayChange}
        onEdit={setEdited}
        q={q}
        empty={
          q ? (
            <EmptyState title="No matching rules">No SKU contains {q}.</EmptyState>
          ) : (
            <EmptyState title="No rules yet" action={add}>
              Every product follows the routing settings. Add a rule to override them for one SKU.
            </EmptyState>
          )
        }
      />
      <FormModal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add rule' : `Edit rule for ${edited?.sku ?? ''}`}
      >
        {edited !== null && (
          <ItemRuleForm rule={edited === 'new' ? null : currentOf(edited)} onDone={() => setEdited(null)} />
        )}
      </FormModal>
    </Page>
  );
}

interface RuleTableProps {
  readonly pages: Pages<ItemControl>;
  readonly q: string | undefined;
  readonly sorting: Sorting;
  readonly empty: ReactNode;
  readonly mayChange: boolean;
  readonly onEdit: (rule: ItemControl) => void;
}

function RuleDetail({ rule }: { rule: ItemControl }) {
  const nameOf = useWarehouseName();
  return detailOf(rule, nameOf);
}

const COLUMNS: readonly Column<ItemControl>[] = [
  column('sku', 'SKU', ({ sku }) => <IdText id={sku} what="SKU" />, {
    width: '14rem',
    sortBy: 'sku',
    csv: ({ sku }) => sku,
  }),
  column('rule', 'Rule', ({ rule }) => RULES[rule]?.words ?? rule, { width: '13rem' }),
  column('details', 'Details', (rule) => (rule.warehouse_ids ? <RuleDetail rule={rule} /> : detailOf(rule)), {
    isWide: true,
    wraps: true,
    csv: (rule) => detailOf(rule),
  }),
  column('note', 'Note', ({ note }) => note ?? '–', { isWide: true }),
];

function RuleTable({ pages, q, sorting, empty, mayChange, onEdit }: RuleTableProps) {
  const remove = useRemoveItemControl();
  const askToRemove = ({ rule_id, etag, sku, rule }: ItemControl) =>
    remove.ask(
      { rule_id, etag },
      {
        title: `Remove the rule for ${sku}?`,
        of: { sku },
        text: `“${RULES[rule]?.words ?? rule}” will no longer apply to new orders with ${sku}.`,
        verb: 'Remove rule',
        isDangerous: true,
        done: `Rule for ${sku} removed.`,
      },
    );
  const change: Column<ItemControl> = column(
    'change',
    'Actions',
    (row) => (
      <Group gap="xs" wrap="nowrap">
        <RowButton label={`Edit rule for ${row.sku}`} onClick={() => onEdit(row)}>
          Edit
        </RowButton>
        <RowButton label={`Remove rule for ${row.sku}`} onClick={() => askToRemove(row)}>
          Remove
        </RowButton>
      </Group>
    ),
    { isWide: true, hasButtons: true, width: '13rem' },
  );
  const chosen = useChosenColumns('rules', mayChange ? [...COLUMNS, change] : COLUMNS, pages.rows);
  return (
    <>
      <FilterBar
        list="rules"
        values={{ q }}
        sort={sorting.said}
        filters={[{ name: 'q', label: 'SKU contains', width: 220 }]}
      >
        {chosen.menu}
      </FilterBar>
      <PagedTable
        pages={pages}
        label="Item control rules"
        columns={chosen.columns}
        idOf={({ rule_id }) => rule_id}
        sorting={sorting}
        empty={empty}
      />
    </>
  );
}
