import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../client/operations.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Hint } from '../../components/hint.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { ROLES, type UserRole } from './roles.ts';

/** The form of an invitation, which answers a link. The link is shown until the dialog is closed. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useWrite('post', '/account/v1/users', 'people');
  const form = useForm<{ email: string; role: UserRole }>({ initialValues: { email: '', role: 'member' } });
  if (invite.data !== undefined)
    return (
      <>
        <Text size="sm" mb="sm">
          {invite.data.mailed
            ? `A link was emailed to ${invite.data.email}. If it does not arrive, invite them again.`
            : `Send this link to ${invite.data.email} only.`}{' '}
          It works once, within seven days.
        </Text>
        {invite.data.invitation_url === null ? (
          <Button onClick={onDone}>Done</Button>
        ) : (
          <SecretOnce secret={invite.data.invitation_url} onDone={onDone} />
        )}
      </>
    );
  return (
    <DialogForm
      form={form}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
      act={invite}
      verb="Invite user"
    >
      <TextInput label="Email" type="email" required data-autofocus {...form.getInputProps('email')} />
      <SegmentedControl aria-label="Role" data={[...ROLES]} {...form.getInputProps('role')} />
      <Hint>
        They choose a password, or use the one they have. Any earlier link for this address stops working.
      </Hint>
    </DialogForm>
  );
}
