import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMayChange } from '../../client/rights.ts';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { LaneLookup } from './lane-lookup.tsx';
import { LaneTable } from './lane-table.tsx';
import { type Transit, useChangeProvider, useTransit } from './use-transit.ts';

const PROVIDERS: Readonly<Record<Transit['provider'], string>> = {
  zone: 'Estimates days from the distance between ZIP codes, as ground carriers do. Needs no setup.',
  table: 'Uses the lane table you uploaded. Destinations without a lane have no transit days.',
  http: 'Looks up days with your carrier. Only operators can change its address and credentials.',
};

/** The transit provider, the lane table, and the look-up of one lane. */
export function TransitPage() {
  const transit = useTransit();
  const mayChange = useMayChange();
  return (
    <Page title="Transit" lead="Transit days decide how warehouses rank for each destination.">
      <QueryView query={transit}>
        {(data) => (
          <Stack gap="md">
            <Provider transit={data} mayChange={mayChange} />
            <LaneLookup />
            <LaneTable transit={data} mayChange={mayChange} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Provider({ transit, mayChange }: { transit: Transit; mayChange: boolean }) {
  const change = useChangeProvider();
  const choose = (provider: string) =>
    change.mutate(
      { etag: transit.etag, provider: provider as Transit['provider'] },
      {
        onSuccess: () => notifyDone('Provider changed. It applies from the next order.'),
        onError: notifyFailed,
      },
    );
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Title order={2}>Provider</Title>
        <SegmentedControl
          size="xs"
          aria-label="Provider"
          value={transit.provider}
          disabled={!mayChange || change.isPending}
          onChange={choose}
          data={[
            { value: 'zone', label: 'By zone' },
            { value: 'table', label: 'Lane table', disabled: transit.lane_table === null },
            ...(transit.provider === 'http' ? [{ value: 'http', label: 'Carrier' }] : []),
          ]}
        />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {PROVIDERS[transit.provider]}
      </Text>
    </Paper>
  );
}
