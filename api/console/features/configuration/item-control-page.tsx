import {
  Button,
  Modal,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { notifyDone } from '../../components/notify.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { bodyOfRule, detailOf, RULES } from './item-rules.ts';
import { type ItemControl, useAddItemControl, useItemControls, useRemoveItemControl } from './use-rules.ts';

/** Rules on single products. */
export function ItemControlPage() {
  const rules = useItemControls();
  const mayChange = useMayChange();
  const [isAdding, dialog] = useDisclosure();
  const add = mayChange && <Button onClick={dialog.open}>Add a rule</Button>;
  return (
    <Page
      title="Item Control"
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
            <RuleTable rows={rows} mayChange={mayChange} />
          )
        }
      </QueryView>
      <Modal opened={isAdding} onClose={dialog.close} title="Add a rule">
        <RuleForm onDone={dialog.close} />
      </Modal>
    </Page>
  );
}

function RuleTable({ rows, mayChange }: { rows: readonly ItemControl[]; mayChange: boolean }) {
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
  return (
    <Table.ScrollContainer minWidth={620} type="native">
      <Table aria-label="Item Control rules">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>SKU</Table.Th>
            <Table.Th>Rule</Table.Th>
            <Table.Th>Details</Table.Th>
            <Table.Th>Note</Table.Th>
            {mayChange && <Table.Th>Change</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.rule_id}>
              <Table.Td className="anywhere">{row.sku}</Table.Td>
              <Table.Td>{RULES[row.rule]?.words ?? row.rule}</Table.Td>
              <Table.Td>{detailOf(row)}</Table.Td>
              <Table.Td>{row.note ?? '–'}</Table.Td>
              {mayChange && (
                <Table.Td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => askToRemove(row)}
                    aria-label={`Remove the rule on ${row.sku}`}
                  >
                    Remove …
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RuleForm({ onDone }: { onDone: () => void }) {
  const add = useAddItemControl();
  const warehouses = useWarehouses();
  const form = useForm({
    initialValues: {
      sku: '',
      rule: 'restrict',
      warehouse_ids: [] as string[],
      fallback: 'block',
      days: 3,
      note: '',
    },
  });
  const facts = RULES[form.values.rule]!;
  const submit = form.onSubmit((values) =>
    add.mutate(bodyOfRule(values), {
      onSuccess: () => {
        notifyDone(`The rule on ${values.sku} is added.`);
        onDone();
      },
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {add.error && <ErrorNote error={add.error} />}
        <TextInput label="SKU" required {...form.getInputProps('sku')} />
        <Select
          label="Rule"
          allowDeselect={false}
          data={Object.entries(RULES).map(([value, { words }]) => ({ value, label: words }))}
          {...form.getInputProps('rule')}
        />
        <Text size="sm" c="dimmed">
          {facts.does}
        </Text>
        {facts.needs === 'warehouses' && (
          <MultiSelect
            label="Warehouses"
            data={(warehouses.data ?? []).map(({ warehouse_id, warehouse_name }) => ({
              value: warehouse_id,
              label: warehouse_name,
            }))}
            {...form.getInputProps('warehouse_ids')}
          />
        )}
        {form.values.rule === 'restrict' && (
          <Select
            label="If these cannot ship it"
            allowDeselect={false}
            data={[
              { value: 'block', label: 'nothing ships' },
              { value: 'allow', label: 'others may' },
            ]}
            {...form.getInputProps('fallback')}
          />
        )}
        {facts.needs === 'days' && (
          <NumberInput label="Days" min={0} max={365} required {...form.getInputProps('days')} />
        )}
        <TextInput
          label="Note"
          description="Shown with the decisions that the rule touches."
          {...form.getInputProps('note')}
        />
        <Button type="submit" loading={add.isPending}>
          Add the rule
        </Button>
      </Stack>
    </form>
  );
}
