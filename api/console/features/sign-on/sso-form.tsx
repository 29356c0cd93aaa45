import { PasswordInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../components/dialog-form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { ROLES } from '../people/roles.ts';
import { type SsoValues, valuesOf, wantedOf } from './sso-values.ts';
import { type Sso, useSetSso } from './use-sso.ts';

const FIELDS = ['issuer', 'client_id', 'client_secret', 'domains', 'role_claim', 'break_glass_user'].map(
  (name) => `sso.${name}`,
);
/** Blanks and commas end a domain. */
const SPLIT = [',', ' '];

/** The form of how the account signs in. `owners`: who may get in without the provider. */
export function SsoForm({
  sso,
  owners,
  onDone,
}: {
  sso: Sso['sso'];
  owners: readonly string[];
  onDone: () => void;
}) {
  const set = useSetSso();
  const form = useForm<SsoValues>({ initialValues: valuesOf(sso, owners[0] ?? '') });
  const { issuer, client_id, role_claim, required } = form.getValues().sso;
  const isOther = sso !== null && (issuer !== sso.issuer || client_id !== sso.client_id);
  const saved = () => {
    notifyDone('Single sign-on saved.');
    onDone();
  };
  return (
    <DialogForm
      form={form}
      fields={FIELDS}
      onSubmit={form.onSubmit((values) => set.mutate({ sso: wantedOf(values) }, { onSuccess: saved }))}
      act={set}
      verb="Save"
    >
      <TextInput
        label="Issuer"
        description="The address of your provider."
        placeholder="https://login.microsoftonline.com/…/v2.0"
        required
        data-autofocus
        {...form.getInputProps('sso.issuer')}
      />
      <TextInput
        label="Client ID"
        description="What the provider calls this service."
        required
        {...form.getInputProps('sso.client_id')}
      />
      {isOther && (
        <Text size="sm">
          Nobody is known by another provider: each signs in once with their password, and is linked again.
        </Text>
      )}
      <PasswordInput
        label="Client secret"
        description={
          sso === null ? 'It is stored sealed, and never shown.' : 'Leave it empty to keep the present one.'
        }
        autoComplete="off"
        required={sso === null}
        {...form.getInputProps('sso.client_secret')}
      />
      <TagsInput
        label="Mail domains"
        description="Whose people sign in by it. Each counts once it is proved."
        placeholder="acme.com"
        splitChars={SPLIT}
        {...form.getInputProps('sso.domains')}
      />
      <TextInput
        label="Role claim"
        description="A claim that gives the role at each sign-in. Without it, roles are set on the Users page."
        placeholder="groups"
        {...form.getInputProps('sso.role_claim')}
      />
      {role_claim !== '' &&
        ROLES.map(({ value, label }) => (
          <TagsInput
            key={value}
            label={`Values for ${label.toLowerCase()}`}
            placeholder={value}
            {...form.getInputProps(`roles.${value}`)}
          />
        ))}
      <Select
        label="Break glass"
        description={`An owner who gets in by password while the provider does not answer.${required ? ' They need a second factor.' : ''}`}
        data={[...owners]}
        allowDeselect={false}
        required
        {...form.getInputProps('sso.break_glass_user')}
      />
    </DialogForm>
  );
}
