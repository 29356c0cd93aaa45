import { PasswordInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../components/dialog-form.tsx';
import { withTexts } from '../../components/use-saved-form.ts';
import { ROLES } from '../people/roles.ts';
import { type SsoValues, valuesOf, wantedOf } from './sso-values.ts';
import { type Sso, useSetSso } from './use-sso.ts';

const TEXTS = {
  'sso.issuer': { label: 'Issuer', description: 'The address of your provider.' },
  'sso.client_id': { label: 'Client ID', description: 'The ID of this application at your provider.' },
  'sso.client_secret': { label: 'Client secret' },
  'sso.domains': {
    label: 'Mail domains',
    description: 'People with addresses in these domains sign in with it. Each takes effect once verified.',
  },
  'sso.role_claim': {
    label: 'Role claim',
    description: 'The claim that sets the role at each sign-in. Leave empty to set roles on the Users page.',
  },
  'sso.scopes': {
    label: 'Scopes',
    description: 'What is asked of the provider beside openid. Leave empty for the usual ones.',
  },
  'sso.break_glass_user': { label: 'Break glass' },
};

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
  const form = useForm<SsoValues>({ initialValues: valuesOf(sso, owners[0] ?? ''), ...withTexts(TEXTS) });
  const { issuer, client_id, role_claim, required } = form.getValues().sso;
  const isOther = sso !== null && (issuer !== sso.issuer || client_id !== sso.client_id);
  const question = {
    title: `${sso === null ? 'Set up' : 'Change'} single sign-on?`,
    text: isOther
      ? 'Everyone signs in once with their password to link again. API keys and account tokens work as before.'
      : 'It holds from the next sign-in. Who is signed in stays so.',
    verb: `${sso === null ? 'Set up' : 'Change'} single sign-on`,
    done: 'Single sign-on saved.',
    onDone,
  };
  return (
    <DialogForm
      form={form}
      fields={Object.keys(TEXTS)}
      onSubmit={form.onSubmit(
        (values) =>
          // A fault of the dry run is shown in the form.
          void set.propose({ sso: wantedOf(values) }, question).catch(() => {}),
      )}
      act={set}
      verb="Save"
    >
      <TextInput
        placeholder="https://login.microsoftonline.com/…/v2.0"
        required
        data-autofocus
        {...form.getInputProps('sso.issuer')}
      />
      <TextInput required {...form.getInputProps('sso.client_id')} />
      {isOther && (
        <Text size="sm">With a new issuer, everyone signs in once with their password to link again.</Text>
      )}
      <PasswordInput
        description={
          sso === null ? 'Stored encrypted and never shown.' : 'Leave empty to keep the current one.'
        }
        autoComplete="off"
        required={sso === null}
        {...form.getInputProps('sso.client_secret')}
      />
      <TagsInput placeholder="acme.com" splitChars={SPLIT} {...form.getInputProps('sso.domains')} />
      <TagsInput placeholder="email" splitChars={SPLIT} {...form.getInputProps('sso.scopes')} />
      <TextInput placeholder="groups" {...form.getInputProps('sso.role_claim')} />
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
        description={`An owner who can sign in with a password if the provider is down.${required ? ' They need a second factor.' : ''}`}
        data={[...owners]}
        allowDeselect={false}
        required
        {...form.getInputProps('sso.break_glass_user')}
      />
    </DialogForm>
  );
}
