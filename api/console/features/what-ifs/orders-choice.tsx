import { Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSetSearch } from '../../client/address.ts';
import { Hint } from '../../components/hint.tsx';
import { Panel } from '../../components/section.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { date } from '../../view/times.ts';
import { useRuns } from '../runs/use-runs.ts';
import type { OrdersSearch } from './chosen-orders.ts';

type Kind = 'run' | 'period';

const NOTHING = { run: undefined, from: undefined, to: undefined };

/** The orders of a what-if: of a run or of a period. The choice is in the address. */
export function OrdersChoice() {
  const search = useSearch({ strict: false }) as OrdersSearch;
  const [kind, setKind] = useState<Kind>(search.from || search.to ? 'period' : 'run');
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
                  const { run: _, ...days } = search;
                  set({ ...days, [name]: event.currentTarget.value || undefined });
                }}
              />
            ))}
          </Group>
        )}
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
