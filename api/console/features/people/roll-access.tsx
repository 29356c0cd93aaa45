import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { type RolledAccess, useRollAccess } from './use-people.ts';

const OVERLAPS = [
  { value: '0', label: 'End it now' },
  { value: '24', label: 'For a day' },
  { value: '72', label: 'For 3 days' },
  { value: '168', label: 'For a week' },
];

/** The dialog that gives a key or token a new secret; null: closed. */
export function RollAccess({ access, onClose }: { access: RolledAccess | null; onClose: () => void }) {
  const roll = useRollAccess();
  const form = useForm({ initialValues: { overlap_hours: '24' } });
  const close = () => {
    roll.reset();
    form.reset();
    onClose();
  };
  return (
    <FormModal opened={access !== null} onClose={close} title={`Roll ${access?.name ?? ''}`}>
      {roll.data === undefined ? (
        <DialogForm
          form={form}
          onSubmit={form.onSubmit(({ overlap_hours }) => {
            if (access !== null) roll.mutate({ ...access, overlap_hours: Number(overlap_hours) });
          })}
          act={roll}
          verb="Roll"
        >
          <Text size="sm">It gets a new secret and a new expiry date. Its name and limits stay.</Text>
          <Select
            label="Keep the current secret"
            description="Your systems can switch over in this time."
            data={OVERLAPS}
            allowDeselect={false}
            data-autofocus
            {...form.getInputProps('overlap_hours')}
          />
        </DialogForm>
      ) : (
        <SecretOnce secret={roll.data} onDone={close} />
      )}
    </FormModal>
  );
}
