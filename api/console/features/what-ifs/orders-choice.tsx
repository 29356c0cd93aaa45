import { Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSetSearch } from '../../client/address.ts';
import { useSavedViews } from '../../client/preferences.ts';
import { Hint } from '../../components/hint.tsx';
import { Panel } from '../../components/section.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { date } from '../../view/times.ts';
import { useRuns } from '../runs/use-runs.ts';
import { type OrdersSearch, partsOfView } from './chosen-orders.ts';

type Kind = 'run' | 'period' | 'view';

const NOTHING = { run: undefined, from: undefined, to: undefined, view: undefined };

/** The orders of a what-if: of a run, of a period, or of the period of a saved view. The choice is in the address. */
export function OrdersChoice() {
  const search = useSearch({ strict: false }) as OrdersSearch;
  const [kind, setKind] = useState<Kind>(search.view ? 'view' : search.from || search.to ? 'period' : 'run');
  const setSearch = useSetSearch();
  const set = (changes: OrdersSearch) => setSearch({ ...NOTHING, ...changes }, { replace: true });
  return (
    <Panel title="Orders">
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Orders of"
          style={{ alignSelf: 'flex-start' }}
          value={kind}
          onChange={(next) => {
            setKind(next as Kind);
            set({});
          }}
          data={[
            { value: 'run', label: 'A run' },
            { value: 'period', label: 'A period' },
            { value: 'view', label: 'A saved view' },
          ]}
        />
        {kind === 'run' && <RunChoice run={search.run} onChoose={(run) => set(run ? { run } : {})} />}
        {kind === 'period' && (
          <Group align="flex-end">
            {(['from', 'to'] as const).map((name) => (
              <TextInput
                key={name}
                type="date"
                label={name === 'from' ? 'From' : 'Until'}
                required={name === 'from'}
                value={search[name] ?? ''}
                onChange={(event) => {
                  const { run: _, view: __, ...days } = search;
                  set({ ...days, [name]: event.currentTarget.value || undefined });
                }}
              />
            ))}
          </Group>
        )}
        {kind === 'view' && <ViewChoice view={search.view} onChoose={set} />}
        <Hint>
          {kind === 'run'
            ? 'The orders of this run, as they were sent.'
            : 'Every order of the period once, as it was last sent.'}
        </Hint>
      </Stack>
    </Panel>
  );
}

function RunChoice({ run, onChoose }: { run: string | undefined; onChoose: (run: string | null) => void }) {
  const runs = useRuns({ sort: '-created_at' });
  const data = runs.rows.map(({ routing_run_id, client_run_number, progress, created_at }) => ({
    value: String(routing_run_id),
    label: `#${whole(client_run_number)} · ${counted(progress.orders_total, 'order')} · ${date(new Date(created_at))}`,
  }));
  // An older run, from the link on its page.
  const isListed = run === undefined || data.some(({ value }) => value === run);
  return (
    <Select
      label="Run"
      maw={340}
      required
      searchable
      data={isListed ? data : [...data, { value: run, label: `Run with the ID ${run}` }]}
      value={run ?? null}
      onChange={onChoose}
      nothingFoundMessage={runs.query.data ? 'No runs' : 'Loading…'}
    />
  );
}

interface ViewChoiceProps {
  readonly view: string | undefined;
  readonly onChoose: (search: OrdersSearch) => void;
}

/** The saved views of the list of orders. Of their filters only the period can say which orders a what-if has. */
function ViewChoice({ view, onChoose }: ViewChoiceProps) {
  const [views] = useSavedViews('orders');
  const chosen = views.find(({ name }) => name === view);
  const parts = chosen && partsOfView(chosen.search);
  return (
    <>
      <Select
        label="View of the Orders page"
        maw={340}
        required
        data={views.map(({ name }) => name)}
        value={view ?? null}
        nothingFoundMessage="No saved views"
        placeholder={views.length === 0 ? 'No saved views in this browser' : ''}
        onChange={(name) => {
          const { from, to } = partsOfView(views.find((each) => each.name === name)?.search ?? {});
          onChoose({ ...(name && { view: name }), ...(from && { from }), ...(to && { to }) });
        }}
      />
      {parts && (
        <Text size="sm" role="status">
          {parts.from
            ? `Its period applies: from ${parts.from} ${parts.to ? `until ${parts.to}` : 'until today'}.`
            : 'This view has no start date. Choose a period.'}{' '}
          {parts.leftOut.length > 0 && `Not applied: ${parts.leftOut.join(', ')}.`}
        </Text>
      )}
    </>
  );
}
