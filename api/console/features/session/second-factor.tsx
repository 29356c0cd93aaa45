import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  useBeginSecondFactor,
  useConfirmSecondFactor,
  useReadSecondFactor,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactor,
} from '../../client/second-factor.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { CodeInput } from './code-input.tsx';

/** The person's second factor: sets one up, makes new recovery codes, or turns it off. `onDone` is called when nothing is left to see. */
export function SecondFactor({ onDone }: { onDone: () => void }) {
  const present = useSecondFactor();
  const confirm = useConfirmSecondFactor();
  const renew = useRenewRecoveryCodes();
  const readAgain = useReadSecondFactor();
  const codes = (confirm.data ?? renew.data)?.recovery_codes;
  if (codes !== undefined)
    return (
      <>
        <Text size="sm" mb="sm">
          Your second factor is on. Keep these recovery codes somewhere other than your phone. Each works
          once.
        </Text>
        <SecretOnce secret={codes.join('\n')} onDone={() => void readAgain().then(onDone)} />
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

function SetUp({ confirm }: { confirm: ReturnType<typeof useConfirmSecondFactor> }) {
  const begin = useBeginSecondFactor();
  const form = useForm({ initialValues: { code: '' } });
  if (begin.data === undefined)
    return (
      <Stack gap="md">
        <Text size="sm">
          Each sign-in will also ask for a code from an authenticator app on your phone. You will be signed
          out of other browsers.
        </Text>
        {begin.error && <ErrorNote error={begin.error} />}
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
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
  renew: ReturnType<typeof useRenewRecoveryCodes>;
  onDone: () => void;
}) {
  const remove = useRemoveSecondFactor();
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
          <Button variant="default" onClick={() => setChosen('renew')}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={() => setChosen('remove')}>
            Turn off
          </Button>
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
