import type { components } from '../../../../shared/client/account-api.d.ts';
import { type Column, column } from '../../components/column.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { exact } from '../../view/times.ts';

type Service = components['schemas']['Service'];
type Failure = Service['failures'][number];
type Failing = Service['failing'][number];

const OF_RUN: readonly Column<
  Pick<Failure, 'client' | 'environment' | 'routing_run_id' | 'client_run_number'>
>[] = [
  column('run', 'Run', ({ client, environment, routing_run_id, client_run_number }) => (
    <TextLink
      to={`/runs/${routing_run_id}`}
      search={{ client, environment: environment === 'test' ? 'test' : undefined }}
      size="sm"
    >
      #{whole(client_run_number)}
    </TextLink>
  )),
  column('client', 'Client', ({ client, environment }) => `${client}, ${environment}`),
];

const FAILING: readonly Column<Failing>[] = [
  ...OF_RUN,
  column('error', 'Error', ({ error }) => error, { isWide: true }),
  column('retry_at', 'Next try', ({ retry_at }) => exact(new Date(retry_at))),
];

/** Runs of all clients of which a step failed. They are tried again by themselves. */
export function FailingRuns({ count, runs }: { count: number; runs: readonly Failing[] }) {
  if (count === 0) return null;
  const title = `${counted(count, 'run is', 'runs are')} failing`;
  return (
    <Section title={title}>
      <RowTable
        label={title}
        columns={FAILING}
        rows={runs}
        idOf={({ routing_run_id }) => String(routing_run_id)}
      />
    </Section>
  );
}

const FAILED: readonly Column<Failure>[] = [
  ...OF_RUN,
  column('failure', 'Error', ({ failure }) => failure, { isWide: true }),
  column('at', 'When', ({ at }) => <MomentText at={at} />),
];

/** Runs of all clients that failed and wait for a person. */
export function FailedRuns({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0) return null;
  return (
    <Section title="Failed runs">
      <RowTable
        label="Failed runs"
        columns={FAILED}
        rows={failures}
        idOf={({ routing_run_id }) => String(routing_run_id)}
      />
    </Section>
  );
}
