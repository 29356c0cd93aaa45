import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useOpenPage } from '../../client/address.ts';
import { download } from '../../client/download.ts';
import { useWrite } from '../../client/operations.ts';
import { useMayChange, useMayWork } from '../../client/rights.ts';
import { useScope } from '../../client/scope.ts';
import { useWarehouseName } from '../../client/warehouses.ts';
import { confirm } from '../../components/confirm.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { OtherEnvironment } from '../../components/other-environment.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RawJson } from '../../components/raw-json.tsx';
import { StateBadge } from '../../components/status-badge.tsx';
import { draftWords } from '../../view/change-words.ts';
import { nameList } from '../../view/name-list.ts';
import { counted, whole } from '../../view/numbers.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { isLive } from '../../view/statuses.ts';
import { readersZone } from '../../view/times.ts';
import { LiveProgress } from '../runs/live-progress.tsx';
import { ApplyButton } from './apply-button.tsx';
import { BothSides } from './both-sides.tsx';
import { ChangedOrders } from './changed-orders.tsx';
import { useWhatIf, type WhatIf } from './use-what-ifs.ts';
import { nameOf, ordersText } from './what-if-text.ts';

/** More changes of the draft are only counted. */
const MAX_CHANGES = 8;

/** One what-if: both sides, and the orders that they decide differently. */
export function WhatIfPage() {
  const id = Number((useParams({ strict: false }) as { whatIfId: string }).whatIfId);
  const whatIf = useWhatIf(id);
  const nameOfWarehouse = useWarehouseName();
  const { data } = whatIf;
  return (
    <Page
      title={data ? nameOf(data) : 'What if'}
      beside={data && <StateBadge status={data.status} />}
      actions={data && <Actions whatIf={data} />}
    >
      <QueryView query={whatIf} ifMissing={<OtherEnvironment />}>
        {(shown) => (
          <Stack gap="md">
            <Text size="sm" className="anywhere">
              <b>The draft:</b> {nameList(draftWords(shown.laid_over, nameOfWarehouse), MAX_CHANGES)}
            </Text>
            {isLive(shown.status) && <LiveProgress progress={shown.progress} />}
            {shown.failure && <Text c="red">{shown.failure}</Text>}
            <BothSides whatIf={shown} />
            <Facts whatIf={shown} />
            <ChangedOrders whatIf={shown} />
            <RawJson title="The draft" value={shown.laid_over} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Facts({ whatIf }: { whatIf: WhatIf }) {
  const { what_if_id, orders, orders_changed, progress, requested_by, created_at, started_at } = whatIf;
  const isSame = whatIf.configuration_id === whatIf.draft_configuration_id;
  return (
    <Text size="sm" className="anywhere">
      What-if {what_if_id} ·{' '}
      {whatIf.client_run_number === null ? (
        ordersText(whatIf)
      ) : (
        <TextLink to={`/runs/${orders.routing_run_id}`}>{ordersText(whatIf)}</TextLink>
      )}{' '}
      ·{' '}
      <b>
        {whole(orders_changed)} of {counted(progress.orders_routed, 'order')} decided differently
      </b>{' '}
      · asked by {requested_by} <MomentText at={created_at} /> ({readersZone()})
      {started_at && (
        <>
          {' '}
          · stock as of <MomentText at={started_at} />, without reservations
        </>
      )}{' '}
      · {isSame ? 'no changes in the draft' : `on top of version ${whatIf.configuration_id}`}
    </Text>
  );
}

function Actions({ whatIf }: { whatIf: WhatIf }) {
  const { what_if_id: id, status, orders_changed } = whatIf;
  const mayChange = useMayChange();
  const mayWork = useMayWork();
  const scope = useScope();
  const openPage = useOpenPage();
  const queries = useQueryClient();
  const cancel = useWrite('post', '/account/v1/what-ifs/{what_if_id}/cancel', 'what-ifs');
  // Read again after its own page is left.
  const remove = useWrite('delete', '/account/v1/what-ifs/{what_if_id}', 'what-ifs', { outdates: [] });
  const askToDelete = () =>
    confirm({
      title: `Delete what-if ${id}?`,
      text: `Its comparison of ${counted(whatIf.progress.orders_routed, 'order')} is deleted. The account stays as it is.`,
      verb: 'Delete',
      isDangerous: true,
      act: async () => {
        await remove.mutateAsync({ what_if_id: id });
        await openPage('/what-ifs');
        await queries.invalidateQueries({ queryKey: ['what-ifs'] });
      },
      done: `What-if ${id} deleted.`,
    });
  const save = () => {
    const path = `/account/v1/what-ifs/${id}/changes${stringifySearch({ ...scope, for: 'spreadsheet' })}`;
    download(path, 'text/csv', `what-if-${id}-changes.csv`).catch(notifyFailed);
  };
  return (
    <>
      {mayWork && isLive(status) && (
        <PlainButton
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ what_if_id: id }, { onError: notifyFailed })}
        >
          Cancel
        </PlainButton>
      )}
      {orders_changed > 0 && <PlainButton onClick={save}>Download changes (CSV)</PlainButton>}
      {mayWork && <PlainButton onClick={askToDelete}>Delete…</PlainButton>}
      {mayChange && !isLive(status) && <ApplyButton whatIf={whatIf} />}
    </>
  );
}
