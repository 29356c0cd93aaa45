import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSyncExternalStore } from 'react';
import { confirmation } from '../../client/confirmation.ts';
import { useConfirmSession } from '../../client/session.ts';
import { ErrorNote } from '../../components/error-note.tsx';

/** Above the dialogs of the page. */
const Z_INDEX = 1000;

/** Asks for the password before a change of keys or people, over the page. Then the change goes on. */
export function ConfirmAgain() {
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.open);
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.end(false)}
      zIndex={Z_INDEX}
      title="Confirm that it is you"
    >
      {question && <ConfirmForm onDone={() => question.end(true)} />}
    </Modal>
  );
}

function ConfirmForm({ onDone }: { onDone: () => void }) {
  const confirm = useConfirmSession();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values, { onSuccess: onDone }))}>
      <Stack gap="md">
        <Text size="sm">Changes of keys, tokens and users need your password again after 15 minutes.</Text>
        {confirm.error && <ErrorNote error={confirm.error} />}
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={confirm.isPending}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}
