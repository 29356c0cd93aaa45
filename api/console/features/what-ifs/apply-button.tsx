import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useOpenPage } from '../../client/address.ts';
import { useWrite } from '../../client/operations.ts';
import { isChangedMeanwhile } from '../../client/service-error.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { EnabledWarehouses } from '../../components/enabled-stock.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Hint } from '../../components/hint.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { useDoor } from '../../components/use-door.ts';
import { counted } from '../../view/numbers.ts';
import { useAskWhatIf, type WhatIf, type WhatIfRequest } from './use-what-ifs.ts';

const APPLY = '/account/v1/what-ifs/{what_if_id}/apply';

const useTrial = () => useWrite('post', APPLY, 'what-ifs', { outdates: [] });

/** Makes the draft the account's configuration, after it has shown what that changes. */
export function ApplyButton({ whatIf }: { whatIf: WhatIf }) {
  const [isOpen, dialog] = useDisclosure();
  const trial = useTrial();
  const tryIt = () => trial.mutate({ what_if_id: whatIf.what_if_id, query: { dry_run: 'true' } });
  const open = () => {
    dialog.open();
    tryIt();
  };
  return (
    <>
      <Button onClick={open}>Apply to the account…</Button>
      <Modal opened={isOpen} onClose={dialog.close} size="xl" title="Apply to the account">
        <ApplyForm whatIf={whatIf} trial={trial} onRetry={tryIt} onClose={dialog.close} />
      </Modal>
    </>
  );
}

interface ApplyFormProps {
  readonly whatIf: WhatIf;
  readonly trial: ReturnType<typeof useTrial>;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function ApplyForm({ whatIf, trial, onRetry, onClose }: ApplyFormProps) {
  const apply = useWrite('post', APPLY, 'what-ifs', { outdates: ['configuration'] });
  const door = useDoor();
  const error = apply.error ?? trial.error;
  if (isChangedMeanwhile(error)) return <ChangedMeanwhile whatIf={whatIf} />;
  if (apply.data)
    return (
      <Stack gap="sm">
        <Text size="sm" role="status">
          Applied as version {apply.data.configuration_id}. It routes from the next order on.{' '}
          <TextLink to="/history">History</TextLink> names it and can restore the version before.
        </Text>
        <DialogButtons close="Close" onClose={onClose} />
      </Stack>
    );
  const hasStock = 'inventory' in whatIf.laid_over;
  const changes = trial.data?.changes;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {changes?.length === 0
          ? 'The account already has this configuration.'
          : 'These changes apply from the next order:'}
      </Text>
      {error && <ErrorNote error={error} onRetry={onRetry} />}
      {changes && <ChangeTable changes={changes} />}
      {trial.data && <EnabledWarehouses enabled={trial.data.enabled} />}
      {hasStock && <Hint>Stock levels of the draft are left out: they were only for the comparison.</Hint>}
      <DialogButtons
        onClose={onClose}
        verb="Apply to the account"
        loading={apply.isPending || trial.isPending}
        disabled={!changes?.length}
        onAct={() =>
          void door({
            title: `Apply ${counted(changes!.length, 'change')} to Live and Test?`,
            of: {},
            verb: `Apply ${counted(changes!.length, 'change')}`,
            act: () => apply.mutateAsync({ what_if_id: whatIf.what_if_id }),
            done: 'Applied. It routes from the next order on.',
          }).catch(notifyFailed)
        }
      />
    </Stack>
  );
}

/** The account is no longer what the what-if compared with. */
function ChangedMeanwhile({ whatIf }: { whatIf: WhatIf }) {
  const ask = useAskWhatIf();
  const openPage = useOpenPage();
  const again = () =>
    ask.mutate(
      { name: whatIf.name, orders: whatIf.orders, draft: whatIf.laid_over as WhatIfRequest['draft'] },
      { onSuccess: (asked) => void openPage(`/what-ifs/${asked!.what_if_id}`) },
    );
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light" role="alert" title="The account was changed since">
        This what-if compared the draft with version {whatIf.configuration_id}, which is no longer the current
        one, so its numbers are not those of the account today. Nothing was applied. Compare the same draft
        with the account as it is now, and apply that.
      </Alert>
      {ask.error && <ErrorNote error={ask.error} />}
      <Group justify="flex-end">
        <Button loading={ask.isPending} onClick={again}>
          Compare again
        </Button>
      </Group>
    </Stack>
  );
}
