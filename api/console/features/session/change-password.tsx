import { useForm } from '@mantine/form';
import { useWrite } from '../../client/operations.ts';
import { useSession } from '../../client/session.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Hint } from '../../components/hint.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { PasswordField } from './password-field.tsx';
import { UsernameField } from './username-field.tsx';

/** The dialog of a change of the person's own password. */
export function ChangePassword({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { current_password: '', new_password: '' } });
  const change = useWrite('put', '/account/v1/session/password', 'sessions');
  const email = useSession().data?.user.email ?? '';
  const close = () => {
    form.reset();
    change.reset();
    onClose();
  };
  const submit = form.onSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => {
        notifyDone('Password changed. You have been signed out of other browsers.');
        close();
      },
    }),
  );
  return (
    <FormModal opened={isOpen} onClose={close} title="Change password">
      <DialogForm form={form} onSubmit={submit} act={change} verb="Change password">
        <Hint>At least 8 characters. You will be signed out of other browsers.</Hint>
        <UsernameField email={email} />
        <PasswordField
          label="Current password"
          data-autofocus
          key={form.key('current_password')}
          {...form.getInputProps('current_password')}
        />
        <PasswordField
          label="New password"
          isNew
          key={form.key('new_password')}
          {...form.getInputProps('new_password')}
        />
      </DialogForm>
    </FormModal>
  );
}
