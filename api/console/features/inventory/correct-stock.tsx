import { NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AnswerOf } from '../../client/calls.ts';
import { useWrite } from '../../client/operations.ts';
import { ServiceError } from '../../client/service-error.ts';
import { useSession } from '../../client/session.ts';
import { useReadAgain } from '../../client/use-account-mutation.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { counted, whole } from '../../view/numbers.ts';

type StockRow = AnswerOf<'/account/v1/inventory/{sku}'>['warehouses'][number];

const KINDS = [
  { value: 'count', label: 'New count' },
  { value: 'change', label: 'Add or take away' },
];

interface CorrectStockProps {
  readonly sku: string;
  readonly row: StockRow;
  readonly onClose: () => void;
}

/** Corrects the stock of one product at one warehouse, from the figure that is shown. It ends no reservation. */
export function CorrectStock({ sku, row, onClose }: CorrectStockProps) {
  return (
    <FormModal opened onClose={onClose} title={`Stock of ${sku} at ${row.warehouse_name}`}>
      <CorrectForm sku={sku} row={row} onClose={onClose} />
    </FormModal>
  );
}

function CorrectForm({ sku, row, onClose }: CorrectStockProps) {
  const { warehouse_id, warehouse_name, quantity_available: shown } = row;
  const email = useSession().data?.user.email;
  const change = useWrite('post', '/account/v1/inventory/changes', 'inventory', {
    outdates: ['inventory', 'orders', 'overview'],
  });
  const readAgain = useReadAgain();
  const form = useForm<{ kind: string; units: number | ''; reason: string }>({
    initialValues: { kind: 'count', units: '', reason: '' },
  });
  const { kind, units } = form.values;
  const by = units === '' ? 0 : kind === 'count' ? units - shown : units;
  const send = (units_more: number, expected_quantity: number, reason: string) =>
    change.mutateAsync({
      changes: [{ sku, warehouse_id, change: units_more, expected_quantity, reason: `${reason} (${email})` }],
    });
  const submit = form.onSubmit(async ({ reason }) => {
    const undo = () => send(-by, shown + by, 'Undone');
    await send(by, shown, reason).then(
      () => {
        notifyDone(`${warehouse_name} has ${counted(shown + by, 'unit')} of ${sku}.`, undo);
        onClose();
      },
      // The form shows it, with the figure that there is now.
      () => readAgain(['inventory']),
    );
  });
  const isChanged = change.error instanceof ServiceError && change.error.code === 'quantity_changed';
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      act={change}
      verb={by === 0 ? 'Correct stock' : `Set to ${whole(shown + by)}`}
    >
      <Stack gap={0}>
        <Text size="sm">
          {counted(shown, 'unit')} {isChanged ? 'now' : 'by the last count and all that happened since'},{' '}
          {whole(row.reserved_quantity)} reserved. This ends no reservation.
        </Text>
      </Stack>
      <SegmentedControl data={KINDS} aria-label="How" {...form.getInputProps('kind')} />
      <NumberInput
        required
        data-autofocus
        allowDecimal={false}
        min={kind === 'count' ? 0 : -shown}
        label={kind === 'count' ? 'Units there are' : 'Units more, or less with −'}
        description={by === 0 ? ' ' : `${whole(shown)} → ${whole(shown + by)}`}
        {...form.getInputProps('units')}
      />
      <TextInput
        required
        label="Reason"
        maxLength={300}
        description="Kept in the history, with your name."
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
