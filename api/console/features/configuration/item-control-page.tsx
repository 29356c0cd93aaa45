import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSorting } from '../../client/address.ts';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouseChoice, useWarehouseName } from '../../client/warehouses.ts';
import { type Column, column } from '../../components/column.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { IdText } from '../../components/id-text.tsx';
import { Page } from '../../components/page.tsx';
import { ListCount, PagedTable } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { useEdited } from '../../components/use-edited.ts';
import { ItemRuleForm } from './item-rule-form.tsx';
import { detailOf, RULES } from './item-rules.ts';
import { ListFile } from './list-file.tsx';
import { type ItemControl, type RuleFilters, useItemControls, useRemoveItemControl } from './use-rules.ts';

const KINDS = Object.entries(RULES).map(([value, { words }]) => ({ value, label: words }));

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

const ruleIdOf = ({ rule_id }: ItemControl) => rule_id;

/** Rules on single products. */
export function ItemControlPage() {
  const { q, rule, warehouse_id, note } = useSearch({ strict: false }) as RuleFilters;
  const filters = { q, rule, warehouse_id, note };
  const sorting = useSorting<'file' | 'sku' | '-sku'>('file');
  const rules = useItemControls(filters, sorting.sort === 'file' ? undefined : sorting.sort);
  const mayChange = useMayChange();
  const warehouses = useWarehouseChoice();
  const edited = useEdited(rules.rows, ruleIdOf);
  const remove = useRemoveItemControl();
  const askToRemove = ({ rule_id, etag, sku, rule: kind }: ItemControl) =>
    remove.ask(
      { rule_id, etag },
      {
        title: `Remove the rule for ${sku}?`,
        of: { sku },
        text: `“${RULES[kind]?.words ?? kind}” will no longer apply to new orders with ${sku}.`,
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
        <RowButton label={`Edit rule for ${row.sku}`} onClick={() => edited.open(row)}>
          Edit
        </RowButton>
        <RowButton label={`Remove rule for ${row.sku}`} onClick={() => askToRemove(row)}>
          Remove
        </RowButton>
      </Group>
    ),
    { isWide: true, hasButtons: true, width: '13rem' },
  );
  const chosen = useChosenColumns('rules', mayChange ? [...COLUMNS, change] : COLUMNS, rules.rows);
  const add = mayChange && <Button onClick={edited.add}>Add rule</Button>;
  return (
    <Page
      title="Item control"
      beside={<ListCount pages={rules} />}
      lead="Rules for individual products: which warehouses may ship them, whether they may be split, and which orders to hold."
      actions={
        <>
          <ListFile list="item_controls" />
          {add}
        </>
      }
    >
      <FilterBar
        list="rules"
        values={filters}
        sort={sorting.said}
        filters={[
          { name: 'q', label: 'SKU contains', width: 180 },
          { name: 'rule', label: 'Kind', options: KINDS, width: 180 },
          { name: 'warehouse_id', label: 'Warehouse', options: warehouses.data, width: 190 },
          { name: 'note', label: 'Note contains' },
        ]}
      >
        {chosen.menu}
      </FilterBar>
      <PagedTable
        pages={rules}
        label="Item control rules"
        columns={chosen.columns}
        idOf={ruleIdOf}
        sorting={sorting}
        isFiltered={Object.values(filters).some(Boolean)}
        empty={
          <EmptyState title="No rules yet" action={add}>
            Every product follows the routing settings. Add a rule to override them for one SKU.
          </EmptyState>
        }
      />
      <FormModal
        {...edited.modal}
        title={edited.current ? `Edit rule for ${edited.current.sku}` : 'Add rule'}
      >
        <ItemRuleForm rule={edited.current} onDone={edited.close} />
      </FormModal>
    </Page>
  );
}
