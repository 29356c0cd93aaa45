import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useRead, useWrite } from '../../client/operations.ts';
import { useReadAgain } from '../../client/use-account-mutation.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { CodeInput } from './code-input.tsx';

const FACTOR = '/account/v1/second-factor';

/** What says whether the person has a second factor. */
const OUTDATED = ['session', 'second-factor', 'people'] as const;

/** An action with a code. */
interface Act {
  readonly mutate: (body: { code: string }) => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** The person's second factor: sets one up, makes new recovery codes, or turns it off. `onDone` is called when nothing is left to see. */
export function SecondFactor({ onDone }: { onDone: () => void }) {
  const present = useRead('second-factor', FACTOR, {});
  // What says that it is on is read again when the recovery codes have been seen.
  const confirm = useWrite('post', `${FACTOR}/confirm`, 'second-factor', { outdates: [] });
  const renew = useWrite('post', `${FACTOR}/recovery-codes`, 'second-factor', { outdates: [] });
  const readAgain = useReadAgain();
  const codes = (confirm.data ?? renew.data)?.recovery_codes;
  if (codes !== undefined)
    return (
      <>
        <Text size="sm" mb="sm">
          Your second factor is on. Keep these recovery codes somewhere other than your phone. Each works
          once.
        </Text>
        <SecretOnce secret={codes.join('\n')} onDone={() => void readAgain(OUTDATED).then(onDone)} />
      </>
    );
  return (
    <QueryView query={present}>
      {({ since, recovery_codes_left }) =>
        since === null ? (
          <SetUp confirm={confirm} />
        ) : (
          <TurnedOn since={since} codesLeft={recovery_codes_left} renew={renew} onDone={onDone} />
        )
      }
    </QueryView>
  );
}

function SetUp({ confirm }: { confirm: Act }) {
  const begin = useWrite('post', FACTOR, 'second-factor', { outdates: [] });
  const form = useForm({ initialValues: { code: '' } });
  if (begin.data === undefined)
    return (
      <Stack gap="md">
        <Text size="sm">
          Each sign-in will also ask for a code from an authenticator app on your phone. You will be signed
          out of other browsers.
        </Text>
        {begin.error && <ErrorNote error={begin.error} />}
        <Button loading={begin.isPending} onClick={() => begin.mutate({})}>
          Set up
        </Button>
      </Stack>
    );
  const { otpauth_url } = begin.data;
  return (
    <DialogForm
      form={form}
      onSubmit={form.onSubmit((values) => confirm.mutate(values))}
      act={confirm}
      verb="Turn on"
    >
      <Text size="sm">
        Scan this with your authenticator app, or enter the key. Then enter the code that it shows.
      </Text>
      <Group justify="center">
        <QrCode text={otpauth_url} label="QR code for your authenticator app" />
      </Group>
      <Code block aria-label="Key" tabIndex={0} className="anywhere">
        {new URL(otpauth_url).searchParams.get('secret')}
      </Code>
      <CodeInput
        description="Six digits, from your authenticator app."
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('code')}
      />
    </DialogForm>
  );
}

/** What a code of the second factor is asked for. */
const ACTS = {
  renew: { verb: 'Make new codes', says: 'Ten new recovery codes replace the ones you have.' },
  remove: { verb: 'Turn off', says: 'Sign-ins will ask for your password only.' },
};

function TurnedOn({
  since,
  codesLeft,
  renew,
  onDone,
}: {
  since: string;
  codesLeft: number;
  renew: Act;
  onDone: () => void;
}) {
  const remove = useWrite('delete', FACTOR, 'second-factor', { outdates: OUTDATED });
  const [chosen, setChosen] = useState<keyof typeof ACTS | null>(null);
  const form = useForm({ initialValues: { code: '' } });
  const turnedOff = () => {
    notifyDone('Second factor turned off.');
    onDone();
  };
  const submit = form.onSubmit((values) =>
    chosen === 'renew' ? renew.mutate(values) : remove.mutate(values, { onSuccess: turnedOff }),
  );
  return (
    <Stack gap="md">
      <Text size="sm">
        On since <MomentText at={since} />, with {codesLeft} recovery {codesLeft === 1 ? 'code' : 'codes'}{' '}
        left. For a new phone, turn it off and set it up again.
      </Text>
      {chosen === null ? (
        <Group grow>
          <PlainButton onClick={() => setChosen('renew')}>New recovery codes</PlainButton>
          <PlainButton onClick={() => setChosen('remove')}>Turn off</PlainButton>
        </Group>
      ) : (
        <DialogForm
          form={form}
          onSubmit={submit}
          act={chosen === 'renew' ? renew : remove}
          verb={ACTS[chosen].verb}
        >
          <Text size="sm">{ACTS[chosen].says}</Text>
          <CodeInput autoFocus {...form.getInputProps('code')} />
        </DialogForm>
      )}
    </Stack>
  );
}
