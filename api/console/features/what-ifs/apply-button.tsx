import { Button } from '@mantine/core';
import { useOpenPage } from '../../client/address.ts';
import { sending } from '../../client/calls.ts';
import { isChangedMeanwhile } from '../../client/service-error.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import { confirm } from '../../components/confirm.tsx';
import { EnabledWarehouses } from '../../components/enabled-stock.tsx';
import { Hint } from '../../components/hint.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { useChange } from '../../components/use-change.ts';
import { counted } from '../../view/numbers.ts';
import { useAskWhatIf, type WhatIf, type WhatIfRequest } from './use-what-ifs.ts';

/** Makes the draft the account's configuration, after it has shown what that changes. */
export function ApplyButton({ whatIf }: { whatIf: WhatIf }) {
  const { what_if_id, laid_over, name, orders, configuration_id } = whatIf;
  const apply = useChange(sending('post', '/account/v1/what-ifs/{what_if_id}/apply'), { kind: 'what-ifs' });
  const compare = useAskWhatIf();
  const openPage = useOpenPage();
  const compareAgain = async () => {
    const draft = laid_over as WhatIfRequest['draft'];
    const asked = await compare.mutateAsync({ name, orders, draft });
    await openPage(`/what-ifs/${asked.what_if_id}`);
  };
  /** The account is no longer what the what-if compared with. */
  const askToCompare = () =>
    confirm({
      title: 'The account was changed since',
      text: `This what-if compared the draft with version ${configuration_id}, which is no longer the current one, so its numbers are not those of the account today. Nothing was applied. Compare the same draft with the account as it is now, and apply that.`,
      verb: 'Compare again',
      act: compareAgain,
      done: 'The draft is compared again.',
    });
  const open = () =>
    apply
      .propose({ what_if_id }, ({ changes, enabled }) => {
        if (changes.length === 0) notifyDone('The account already has this configuration.');
        return changes.length === 0
          ? null
          : {
              title: `Apply ${counted(changes.length, 'change')} to Live and Test?`,
              of: {},
              details: (
                <>
                  <ChangeTable changes={changes} />
                  <EnabledWarehouses enabled={enabled} />
                  {'inventory' in laid_over && (
                    <Hint>Stock levels of the draft are left out: they were only for the comparison.</Hint>
                  )}
                </>
              ),
              verb: `Apply ${counted(changes.length, 'change')}`,
              done: 'Applied. It routes from the next order on; History names it.',
            };
      })
      .catch((error: unknown) => (isChangedMeanwhile(error) ? askToCompare() : notifyFailed(error)));
  return (
    <Button onClick={() => void open()} loading={apply.isPending}>
      Apply to the account…
    </Button>
  );
}
