import { Button, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { confirmBy } from '../../client/confirmation.ts';
import { useWrite } from '../../client/operations.ts';
import { useSession } from '../../client/session.ts';
import { useConfirmBySso } from '../../client/sso.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { CodeInput } from './code-input.tsx';
import { PasswordField } from './password-field.tsx';
import { UsernameField } from './username-field.tsx';

/** Above the dialogs of the page. */
const Z_INDEX = 1000;

/** Asks for the password before a change of keys or people, over the page. Then the change goes on. */
export function ConfirmAgain() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => confirmBy(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  const end = (isConfirmed: boolean) => {
    answer?.(isConfirmed);
    setAnswer(null);
  };
  return (
    <Modal
      opened={answer !== null}
      onClose={() => end(false)}
      zIndex={Z_INDEX}
      title="Confirm that it is you"
    >
      <Confirm onDone={() => end(true)} />
    </Modal>
  );
}

function Confirm({ onDone }: { onDone: () => void }) {
  const isBySso = useSession().data?.user.by_sso === true;
  return isBySso ? <ConfirmBySso onDone={onDone} /> : <ConfirmForm onDone={onDone} />;
}

/** The provider asks in another tab. If the person goes on too early, the service asks again. */
function ConfirmBySso({ onDone }: { onDone: () => void }) {
  const confirm = useConfirmBySso();
  return (
    <Stack gap="md">
      <Text size="sm">
        To change keys, tokens or users, confirm with your provider. It opens in a new tab; then continue
        here. A confirmation lasts 15 minutes.
      </Text>
      {confirm.error && <ErrorNote error={confirm.error} />}
      <Button
        variant={confirm.isSuccess ? 'default' : 'filled'}
        loading={confirm.isPending}
        onClick={() => confirm.mutate()}
        data-autofocus
      >
        Open provider
      </Button>
      {confirm.isSuccess && <Button onClick={onDone}>Continue</Button>}
    </Stack>
  );
}

function ConfirmForm({ onDone }: { onDone: () => void }) {
  const confirm = useWrite('post', '/account/v1/session/confirm', 'session', { outdates: [] });
  const user = useSession().data?.user;
  const [byCode, setByCode] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '', code: '' } });
  const submit = form.onSubmit(({ password, code }) =>
    confirm.mutate(byCode ? { code } : { password }, { onSuccess: onDone }),
  );
  return (
    <DialogForm form={form} onSubmit={submit} act={confirm} verb="Confirm" mayBeLeft>
      <Text size="sm">
        Enter your password to change keys, tokens or users. A confirmation lasts 15 minutes.
      </Text>
      <UsernameField email={user?.email ?? ''} />
      {byCode ? (
        <CodeInput data-autofocus key={form.key('code')} {...form.getInputProps('code')} />
      ) : (
        <PasswordField
          label="Your password"
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      )}
      {user?.second_factor && (
        <Button variant="subtle" size="compact-sm" onClick={() => setByCode(!byCode)}>
          {byCode ? 'Use the password instead' : 'Use a code instead'}
        </Button>
      )}
    </DialogForm>
  );
}
