import { Checkbox, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Hint } from '../../components/hint.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { DAY_MS } from '../../view/times.ts';
import { SCOPE_WORDS, type Scope } from './scope-words.ts';
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
    hint: 'The token can do what a user with this role can do, except create or change tokens and users.',
  },
};

const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

/** What the form has, by the names of the body where it has them. */
type Values = {
  name: string;
  choice: string;
  isLimited: boolean;
  scopes: Scope[];
  lifetime: string;
  allowed_addresses: string;
};

const EMPTY: Omit<Values, 'choice'> = {
  name: '',
  isLimited: false,
  scopes: [],
  lifetime: '',
  allowed_addresses: '',
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
  const form = useForm<Values>({ initialValues: { ...EMPTY, choice: choices[0]!.value } });
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
          onSubmit={form.onSubmit((values) => create.mutate(accessOf(kind, values)))}
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
          <Hint>{hint}</Hint>
          {kind === 'key' && <ScopeFields form={form} />}
          <Select
            label="Expires"
            data={LIFETIMES}
            allowDeselect={false}
            {...form.getInputProps('lifetime')}
          />
          <Textarea
            label="Allowed addresses"
            description="IP addresses or ranges, one per line, such as 192.0.2.0/24. Leave empty to allow any address."
            autosize
            minRows={1}
            maxRows={6}
            {...form.getInputProps('allowed_addresses')}
          />
        </DialogForm>
      ) : (
        <SecretOnce secret={create.data} onDone={close} />
      )}
    </FormModal>
  );
}

/** Whether the key may do everything, or only what is chosen. */
function ScopeFields({ form }: { form: UseFormReturnType<Values> }) {
  const { isLimited } = form.getValues();
  return (
    <Stack gap="xs">
      <Checkbox
        label="Limit what this key can do"
        description="Otherwise the key can use the whole API."
        {...form.getInputProps('isLimited', { type: 'checkbox' })}
      />
      {isLimited && (
        <Checkbox.Group label="This key can" {...form.getInputProps('scopes')}>
          <Stack gap={6} mt={6}>
            {Object.entries(SCOPE_WORDS).map(([scope, words]) => (
              <Checkbox key={scope} value={scope} label={words} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}

function accessOf(kind: Kind, { name, choice, isLimited, scopes, lifetime, ...values }: Values): NewAccess {
  const addresses = values.allowed_addresses.split(/[\s,]+/).filter((address) => address !== '');
  const limits = {
    ...(lifetime !== '' && { expires_at: new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString() }),
    ...(addresses.length > 0 && { allowed_addresses: addresses }),
  };
  return kind === 'key'
    ? {
        kind,
        name,
        environment: choice === 'test' ? 'test' : 'live',
        ...limits,
        ...(isLimited && { scopes }),
      }
    : { kind, name, role: choice === 'owner' ? 'owner' : 'member', ...limits };
}
