import { Button, Progress } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSorting } from '../../client/address.ts';
import { useMayWork } from '../../client/rights.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { flawOf, StateBadge } from '../../components/status-badge.tsx';
import { countOf, StatusBar } from '../../components/status-bar.tsx';
import { whole } from '../../view/numbers.ts';
import { isLive, RUN_STATUSES, RUN_WORDS, STATUSES } from '../../view/statuses.ts';
import { duration, readersZone } from '../../view/times.ts';
import { type ListedRun, type RunFilters, type RunSort, useRuns } from './use-runs.ts';

const COLUMNS: readonly Column<ListedRun>[] = [
  column('number', 'Run', ({ client_run_number }) => `#${whole(client_run_number)}`, { width: '6rem' }),
  column('status', 'Status', (run) => <StateBadge status={run.status} flaw={flawOf(run)} />, {
    width: '12rem',
    csv: ({ status }) => status,
  }),
  column('kind', 'Kind', ({ kind }) => (kind === 'managed' ? 'managed' : 'request'), { width: '7rem' }),
  // By which the API and the command line name it.
  column('id', 'ID', ({ routing_run_id }) => routing_run_id, { numeric: true, width: '5rem' }),
  numberColumn('orders', 'Orders', ({ progress }) => progress.orders_total, { width: '7rem' }),
  column('mix', 'Outcomes', outcomesOf, { isWide: true, csv: outcomeCounts }),
  column('began', 'Started', ({ created_at }) => <MomentText at={created_at} />, {
    sortBy: 'created_at',
    width: '8rem',
    csv: ({ created_at }) => created_at,
  }),
  column('took', 'Duration', tookOf, { numeric: true, width: '6rem' }),
];

function outcomesOf(run: ListedRun) {
  if (!isLive(run.status)) return run.orders_routed === 0 ? '–' : <StatusBar counts={run} />;
  const { percent, phase } = run.progress;
  return (
    <>
      <Progress value={percent} size="sm" aria-label={`Run ${run.client_run_number}, ${phase}`} />
      <Hint size="xs">
        {phase} {percent}%
      </Hint>
    </>
  );
}

function outcomeCounts(run: ListedRun): string {
  return STATUSES.map((status) => `${whole(countOf(run, status))} ${status}`).join(', ');
}

function tookOf({ created_at, finished_at }: ListedRun): string {
  // A synchronous run is stored when it ends, so its duration is not known.
  return finished_at === null || finished_at === created_at
    ? '–'
    : duration(new Date(finished_at).getTime() - new Date(created_at).getTime());
}

/** What the filter of kinds finds: managed runs unless another is chosen, because requests are many. */
const KINDS = { managed: 'managed', sync: 'sync', all: undefined } as const;
type RunKind = keyof typeof KINDS;

/** Runs, those under way first. A dropped file starts one. */
export function RunsPage() {
  const { number, status, kind } = useSearch({ strict: false }) as RunFilters & { kind?: RunKind };
  const mayWork = useMayWork();
  const filters = { ...(number && { number }), ...(status && { status }), ...(kind && { kind }) };
  const sorting = useSorting<RunSort>('-created_at');
  const runs = useRuns({ ...filters, kind: KINDS[kind ?? 'managed'], sort: sorting.sort });
  const chosen = useChosenColumns('runs', COLUMNS, runs.rows);
  return (
    <Page
      title="Runs"
      lead={`Managed runs and API requests. Times in ${readersZone()}.`}
      actions={
        mayWork && (
          <Button component={PageLink} to="/runs/new">
            New run
          </Button>
        )
      }
    >
      <FilterBar
        list="runs"
        values={filters}
        sort={sorting.said}
        filters={[
          { name: 'number', label: 'Run number', width: 110 },
          {
            name: 'status',
            label: 'Status',
            options: RUN_STATUSES.map((value) => ({ value, label: RUN_WORDS[value]! })),
          },
          {
            name: 'kind',
            label: 'Kind',
            otherwise: 'Managed runs',
            options: [
              { value: 'sync', label: 'Requests' },
              { value: 'all', label: 'All' },
            ],
          },
        ]}
      >
        {chosen.menu}
      </FilterBar>
      <PagedTable
        pages={runs}
        label="Runs"
        columns={chosen.columns}
        sorting={sorting}
        idOf={({ routing_run_id }) => String(routing_run_id)}
        linkOf={({ routing_run_id }) => ({ to: `/runs/${routing_run_id}` })}
        isFiltered={Object.keys(filters).length > 0}
        empty={
          <EmptyState
            title="No managed runs yet"
            {...(mayWork && { page: { to: '/runs/new', verb: 'New run' } })}
          >
            Runs appear here with their outcomes. A run is an uploaded file of orders. Requests of the API are
            under Kind.
          </EmptyState>
        }
      />
    </Page>
  );
}
