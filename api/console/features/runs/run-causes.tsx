import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { UNFULFILLED_REASONS, UNROUTABLE_CODES } from '../../../../shared/engine/reason-codes.ts';
import { useOpenPage } from '../../client/address.ts';
import { read, type WriteValues, write } from '../../client/calls.ts';
import { readAll } from '../../client/pages.ts';
import { useMayWork } from '../../client/rights.ts';
import { useScope } from '../../client/scope.ts';
import { useWarehouseName } from '../../client/warehouses.ts';
import { saveRows } from '../../components/column-menu.tsx';
import { confirm } from '../../components/confirm.tsx';
import { NeedList } from '../../components/need-list.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { reasonWords } from '../../view/reasons.ts';
import { type Cause, partsWords, stakeWords, useCauses } from '../causes/use-causes.ts';
import { ORDER_LIST_COLUMNS } from '../orders/order-columns.tsx';
import { useCurrency } from '../rates/use-rates.ts';
import type { Run } from './use-runs.ts';

const DECISIONS = '/account/v1/runs/{routing_run_id}/decisions';
type Reason = Exclude<Cause['cause'], 'late'>;

/** Why orders of an ended run do not ship in full, each cause with what makes most of it, a reroute and its orders as a file. */
export function RunCauses({ run }: { run: Run }) {
  const causes = useCauses({ routing_run_id: run.routing_run_id });
  const nameOf = useWarehouseName();
  const currency = useCurrency(causes.data !== undefined);
  const shown = causes.data?.causes ?? [];
  if (shown.length === 0) return null;
  const needs = shown.map(({ cause, ...rest }) => ({
    text: `${counted(rest.orders, 'order')}: ${reasonWords(cause)}`,
    ...(cause !== 'late' && { to: `/runs/${run.routing_run_id}`, search: { reason: cause } }),
    isSevere: UNROUTABLE_CODES.some((code) => code === cause),
    details: [stakeWords({ cause, ...rest }, currency), partsWords({ cause, ...rest }, nameOf)],
    action: cause !== 'late' && <CauseActions run={run} cause={{ ...rest, cause }} />,
  }));
  const title = causes.data?.more ? 'Causes, of the last 5,000 orders with an issue' : 'Causes';
  return <NeedList title={title} needs={needs} nothing="" />;
}

/** The orders of a cause: those that ship in part for it, or only those that cannot ship. */
function ordersOf(reason: Reason): WriteValues<'post', '/account/v1/runs/reroute'> {
  const unfulfilled = UNFULFILLED_REASONS.find((known) => known === reason);
  if (unfulfilled !== undefined)
    return { statuses: ['NONE', 'PARTIAL', 'PARTIAL_SPLIT'], unfulfilled_reasons: [unfulfilled] };
  return { unroutable_reason_codes: [reason as Exclude<Reason, (typeof UNFULFILLED_REASONS)[number]>] };
}

function CauseActions({ run, cause }: { run: Run; cause: Cause & { readonly cause: Reason } }) {
  const { routing_run_id, client_run_number } = run;
  const scope = useScope();
  const openPage = useOpenPage();
  const mayWork = useMayWork();
  const [isSaving, setSaving] = useState(false);
  const words = reasonWords(cause.cause);
  const reroute = async () => {
    const values = { routing_run_id, ...ordersOf(cause.cause) };
    const begun = await write('post', '/account/v1/runs/reroute', scope, values);
    await openPage(`/runs/${begun.routing_run_id}`);
  };
  const save = async () => {
    setSaving(true);
    const values = { routing_run_id, reason: cause.cause, limit: 1000 };
    const rows = await readAll(
      (cursor) => read(DECISIONS, scope, { ...values, cursor }),
      ({ orders }) => orders,
    );
    saveRows(`run-${client_run_number}-${cause.cause}`, ORDER_LIST_COLUMNS, rows);
  };
  const ask = () =>
    confirm({
      title: `Reroute the orders of run #${whole(client_run_number)}: ${words}?`,
      text:
        `A new run routes ${counted(cause.orders, 'order')} again with the current rules and stock, except those decided ` +
        'after this run. Each counts as a routed order.',
      verb: `Reroute ${counted(cause.orders, 'order')}`,
      act: reroute,
      done: 'Run started.',
    });
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {mayWork && (
        <Button size="compact-xs" variant="default" onClick={ask} aria-label={`Reroute: ${words}`}>
          Reroute…
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        loading={isSaving}
        aria-label={`CSV: ${words}`}
        onClick={() =>
          void save()
            .catch(notifyFailed)
            .finally(() => setSaving(false))
        }
      >
        CSV
      </Button>
    </Group>
  );
}
