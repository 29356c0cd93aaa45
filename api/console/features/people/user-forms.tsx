import { PasswordInput, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../components/dialog-form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useChangeUser, useInvite } from './use-people.ts';

/** The form of a new user with a first password. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useInvite();
  const form = useForm<{ email: string; role: 'member' | 'owner'; password: string }>({
    initialValues: { email: '', role: 'member', password: '' },
  });
  const submit = form.onSubmit((values) =>
    invite.mutate(values, {
      onSuccess: () => {
        notifyDone(`${values.email} added. They can now sign in.`);
        onDone();
      },
    }),
  );
  return (
    <DialogForm form={form} onSubmit={submit} act={invite} verb="Add user">
      <TextInput label="Email" type="email" required data-autofocus {...form.getInputProps('email')} />
      <SegmentedControl
        aria-label="Role"
        data={[
          { value: 'member', label: 'Member' },
          { value: 'owner', label: 'Owner' },
        ]}
        {...form.getInputProps('role')}
      />
      <NewPassword label="Initial password" {...form.getInputProps('password')} />
      <Text size="sm" c="dimmed">
        Share it with the user. They can change it in the account menu at the top right.
      </Text>
    </DialogForm>
  );
}

/** The form of a new password for another user. */
export function ResetForm({ email, onDone }: { email: string; onDone: () => void }) {
  const change = useChangeUser();
  const form = useForm({ initialValues: { password: '' } });
  const submit = form.onSubmit(({ password }) =>
    change.mutate(
      { email, password },
      {
        onSuccess: () => {
          notifyDone(`Password reset. ${email} has been signed out everywhere.`);
          onDone();
        },
      },
    ),
  );
  return (
    <DialogForm form={form} onSubmit={submit} act={change} verb="Reset password">
      <NewPassword label={`New password for ${email}`} {...form.getInputProps('password')} />
    </DialogForm>
  );
}

function NewPassword(props: { label: string }) {
  return <PasswordInput autoComplete="new-password" minLength={8} required {...props} />;
}
