import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { type NewAccess, useCreateAccess } from './use-people.ts';

type Kind = NewAccess['kind'];

const KINDS = {
  key: {
    title: 'Create API key',
    label: 'Environment',
    choices: [
      { value: 'live', label: 'Live' },
      { value: 'test', label: 'Test' },
    ],
    hint: 'Test keys use test stock and test orders. Orders routed with Live keys count toward your plan.',
  },
  token: {
    title: 'Create account token',
    label: 'Role',
    choices: [
      { value: 'member', label: 'Member' },
      { value: 'owner', label: 'Owner' },
    ],
    hint: 'The token can do what a user with this role can do.',
  },
};

interface CreateAccessProps {
  readonly kind: Kind;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The form of a new API key or token. Its secret is shown until the dialog is closed. */
export function CreateAccess({ kind, isOpen, onClose }: CreateAccessProps) {
  const { title, label, choices, hint } = KINDS[kind];
  const create = useCreateAccess();
  const form = useForm({ initialValues: { name: '', choice: choices[0]!.value } });
  const close = () => {
    create.reset();
    form.reset();
    onClose();
  };
  return (
    <FormModal opened={isOpen} onClose={close} title={title}>
      {create.data === undefined ? (
        <DialogForm
          form={form}
          onSubmit={form.onSubmit(({ name, choice }) => create.mutate(accessOf(kind, name, choice)))}
          act={create}
          verb={title}
        >
          <TextInput
            label="Name"
            description="What uses it, such as the web store."
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <SegmentedControl aria-label={label} data={choices} {...form.getInputProps('choice')} />
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </DialogForm>
      ) : (
        <SecretOnce secret={create.data} onDone={close} />
      )}
    </FormModal>
  );
}

function accessOf(kind: Kind, name: string, choice: string): NewAccess {
  return kind === 'key'
    ? { kind, name, environment: choice === 'test' ? 'test' : 'live' }
    : { kind, name, role: choice === 'owner' ? 'owner' : 'member' };
}
