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

const FAILED: readonly Column<Failure>[] = [
  ...OF_RUN,
  column('failure', 'Error', ({ failure }) => failure, { isWide: true }),
  column('at', 'When', ({ at }) => <MomentText at={at} />),
];

interface RunsProps<R> {
  readonly title: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
}

function Runs<R extends { readonly routing_run_id: number }>({ title, columns, rows }: RunsProps<R>) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <RowTable
        label={title}
        columns={columns}
        rows={rows}
        idOf={({ routing_run_id }) => `${routing_run_id}`}
      />
    </Section>
  );
}

/** Runs of all clients of which a step failed, which are tried again by themselves, and those that wait for a person. */
export function FailedRuns({ failing, failing_count, failures }: Service) {
  return (
    <>
      <Runs
        title={`${counted(failing_count, 'run is', 'runs are')} failing`}
        columns={FAILING}
        rows={failing}
      />
      <Runs title="Failed runs" columns={FAILED} rows={failures} />
    </>
  );
}
