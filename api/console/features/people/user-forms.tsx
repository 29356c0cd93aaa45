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
        notifyDone(`${values.email} can sign in now.`);
        onDone();
      },
    }),
  );
  return (
    <DialogForm form={form} onSubmit={submit} act={invite} verb="Add the person">
      <TextInput label="E-mail" type="email" required data-autofocus {...form.getInputProps('email')} />
      <SegmentedControl
        aria-label="Role"
        data={[
          { value: 'member', label: 'Member' },
          { value: 'owner', label: 'Owner' },
        ]}
        {...form.getInputProps('role')}
      />
      <NewPassword label="First password" {...form.getInputProps('password')} />
      <Text size="sm" c="dimmed">
        Tell it to the person; they can change it under their name at the top.
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
          notifyDone(`${email} has a new password; their sessions have ended.`);
          onDone();
        },
      },
    ),
  );
  return (
    <DialogForm form={form} onSubmit={submit} act={change} verb="Set the password">
      <NewPassword label={`New password for ${email}`} {...form.getInputProps('password')} />
    </DialogForm>
  );
}

function NewPassword(props: { label: string }) {
  return <PasswordInput autoComplete="new-password" minLength={8} required {...props} />;
}
