import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../client/rights.ts';
import type { Column } from '../../components/column.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IdText } from '../../components/id-text.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { ItemRuleForm } from './item-rule-form.tsx';
import { detailOf, RULES } from './item-rules.ts';
import { type ItemControl, useItemControls, useRemoveItemControl } from './use-rules.ts';

/** Rules on single products. */
export function ItemControlPage() {
  const rules = useItemControls();
  const mayChange = useMayChange();
  const [edited, setEdited] = useState<ItemControl | 'new' | null>(null);
  const add = mayChange && <Button onClick={() => setEdited('new')}>Add a rule</Button>;
  return (
    <Page
      title="Item control"
      lead="Rules on single products: where they may ship from, whether they may be split, and what is held."
      actions={add}
    >
      <QueryView query={rules}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No rules yet" action={add}>
              Products follow the routing settings. A rule here says otherwise for one SKU.
            </EmptyState>
          ) : (
            <RuleTable rows={rows} mayChange={mayChange} onEdit={setEdited} />
          )
        }
      </QueryView>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add a rule' : `Change the rule on ${edited?.sku ?? ''}`}
      >
        {edited !== null && (
          <ItemRuleForm rule={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
        )}
      </Modal>
    </Page>
  );
}

interface RuleTableProps {
  readonly rows: readonly ItemControl[];
  readonly mayChange: boolean;
  readonly onEdit: (rule: ItemControl) => void;
}

/** A text that may have long words, which are broken. */
const longText = (text: string) => (text === '–' ? text : <span className="anywhere">{text}</span>);

function RuleTable({ rows, mayChange, onEdit }: RuleTableProps) {
  const remove = useRemoveItemControl();
  const askToRemove = ({ rule_id, etag, sku, rule }: ItemControl) =>
    confirm({
      title: `Remove the rule on ${sku}?`,
      text: `From then on ${sku} is routed without the rule: ${RULES[rule]?.words ?? rule}.`,
      verb: 'Remove the rule',
      isDangerous: true,
      act: () => remove.mutateAsync({ rule_id, etag }),
      done: `The rule on ${sku} is removed.`,
    });
  const columns: readonly Column<ItemControl>[] = [
    { id: 'sku', title: 'SKU', cell: ({ sku }) => <IdText id={sku} what="SKU" /> },
    { id: 'rule', title: 'Rule', cell: ({ rule }) => RULES[rule]?.words ?? rule },
    { id: 'details', title: 'Details', isWide: true, cell: (rule) => longText(detailOf(rule)) },
    {
      id: 'note',
      title: 'Note',
      isWide: true,
      cell: ({ note }) => longText(note ?? '–'),
    },
  ];
  const change: Column<ItemControl> = {
    id: 'change',
    title: 'Change',
    isWide: true,
    width: '12rem',
    cell: (row) => (
      <Group gap="xs" wrap="nowrap">
        <RowButton label={`Change the rule on ${row.sku}`} onClick={() => onEdit(row)}>
          Change …
        </RowButton>
        <RowButton label={`Remove the rule on ${row.sku}`} onClick={() => askToRemove(row)}>
          Remove …
        </RowButton>
      </Group>
    ),
  };
  return (
    <RowTable
      label="Item Control rules"
      columns={mayChange ? [...columns, change] : columns}
      rows={rows}
      idOf={({ rule_id }) => rule_id}
    />
  );
}
