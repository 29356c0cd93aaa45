import { Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNote } from '../../components/error-note.tsx';
import { SecretOnce } from './secret-once.tsx';
import { useCreateKey, useCreateToken } from './use-people.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A new API key; its secret stands here until the dialog is closed. */
export function CreateKey(props: DialogProps) {
  const create = useCreateKey();
  return (
    <CreateAccess
      {...props}
      title="Create a key"
      choice={{
        label: 'Environment',
        first: 'live',
        data: [
          { value: 'live', label: 'Live' },
          { value: 'test', label: 'Test' },
        ],
      }}
      hint="Test keys work on test stock and test orders. Live keys count toward the plan."
      state={create}
      secret={create.data?.key ?? null}
      onSubmit={({ name, choice }) =>
        create.mutate({ name, environment: choice === 'test' ? 'test' : 'live' })
      }
    />
  );
}

/** A new token of the account API. */
export function CreateToken(props: DialogProps) {
  const create = useCreateToken();
  return (
    <CreateAccess
      {...props}
      title="Create a token"
      choice={{
        label: 'Rights',
        first: 'member',
        data: [
          { value: 'member', label: 'Member' },
          { value: 'owner', label: 'Owner' },
        ],
      }}
      hint="A token has the rights of the role it is made for."
      state={create}
      secret={create.data?.token ?? null}
      onSubmit={({ name, choice }) => create.mutate({ name, role: choice === 'owner' ? 'owner' : 'member' })}
    />
  );
}

interface CreateAccessProps extends DialogProps {
  readonly title: string;
  readonly hint: string;
  readonly choice: {
    readonly label: string;
    readonly first: string;
    readonly data: { value: string; label: string }[];
  };
  readonly state: { readonly error: Error | null; readonly isPending: boolean; readonly reset: () => void };
  readonly secret: string | null;
  readonly onSubmit: (values: { name: string; choice: string }) => void;
}

function CreateAccess({ isOpen, onClose, title, hint, choice, state, secret, onSubmit }: CreateAccessProps) {
  const form = useForm({ initialValues: { name: '', choice: choice.first } });
  const close = () => {
    state.reset();
    form.reset();
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={title} closeOnClickOutside={secret === null}>
      {secret === null ? (
        <form onSubmit={form.onSubmit(onSubmit)}>
          <Stack gap="sm">
            {state.error && <ErrorNote error={state.error} />}
            <TextInput
              label="Name"
              description="What uses it."
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            <SegmentedControl
              aria-label={choice.label}
              data={choice.data}
              {...form.getInputProps('choice')}
            />
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
            <Button type="submit" loading={state.isPending}>
              {title}
            </Button>
          </Stack>
        </form>
      ) : (
        <SecretOnce secret={secret} onDone={close} />
      )}
    </Modal>
  );
}
