import { Alert, Text } from '@mantine/core';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { read } from '../../client/calls.ts';
import { readAll } from '../../client/pages.ts';
import { useScope } from '../../client/scope.ts';
import { type Column, column } from '../../components/column.ts';
import { saveRows } from '../../components/column-menu.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { counted, whole } from '../../view/numbers.ts';
import type { Run } from './use-runs.ts';

type RunFault = components['schemas']['RunFaultPage']['faults'][number];

const COLUMNS: readonly Column<RunFault>[] = [
  column('line', 'Line', ({ line }) => line ?? '–', { numeric: true, width: '5rem' }),
  column('path', 'Field', ({ path }) => path, { width: '14rem' }),
  column('message', 'Error', ({ message }) => message, { wraps: true }),
];

/** So many faults are shown; a file has all. */
const SHOWN = 10;

/** The invalid orders of a run's input, by line. */
export function FaultList({ run }: { run: Run }) {
  const scope = useScope();
  const { routing_run_id } = run;
  if (run.fault_count === 0) return null;
  const faults = (run.faults ?? []).slice(0, SHOWN);
  const save = () =>
    readAll(
      (cursor) =>
        read('/account/v1/runs/{routing_run_id}/faults', scope, { routing_run_id, limit: 1000, cursor }),
      (page) => page.faults,
    ).then((all) => saveRows(`run-${run.routing_run_id}-errors`, COLUMNS, all), notifyFailed);
  return (
    <Alert color="yellow" variant="light" title={`${counted(run.fault_count, 'invalid order')} skipped`}>
      <RowTable
        label="Errors"
        columns={COLUMNS}
        rows={faults}
        idOf={({ line, path, message }) => `${line} ${path} ${message}`}
      />
      {faults.length < run.fault_count && (
        <Text size="xs">The first {whole(faults.length)} are shown; the file has every line.</Text>
      )}
      <PlainButton size="xs" mt="xs" onClick={() => void save()}>
        Download all errors (CSV)
      </PlainButton>
    </Alert>
  );
}
