import { SegmentedControl, Stack } from '@mantine/core';
import { sending } from '../../client/calls.ts';
import { useRead } from '../../client/operations.ts';
import { useMayChange } from '../../client/rights.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { Hint } from '../../components/hint.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Panel } from '../../components/section.tsx';
import { useChange } from '../../components/use-change.ts';
import { lanesEffects, PROVIDER_NAMES, type Transit } from './lane-effects.ts';
import { LaneLookup } from './lane-lookup.tsx';
import { LaneTable } from './lane-table.tsx';

const PROVIDERS: Readonly<Record<Transit['provider'], string>> = {
  zone: 'Estimates days from the distance between ZIP codes, as ground carriers do. Needs no setup.',
  table: 'Uses the lane table you uploaded. Destinations without a lane have no transit days.',
  http: 'Looks up days with your carrier. Only operators can change its address and credentials.',
};

/** The transit provider, the lane table, and the look-up of one lane. */
export function TransitPage() {
  const transit = useRead('configuration', '/account/v1/transit', {});
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
  const change = useChange(sending('patch', '/account/v1/transit'));
  const warehouses = useWarehouses().data;
  const choose = (chosen: string) => {
    const provider = chosen as Transit['provider'];
    const withLanes = transit.lane_table?.warehouses ?? [];
    change.ask(
      { etag: transit.etag, provider },
      {
        title: 'Change the provider?',
        of: {},
        text: `From the next order, transit days come from another source. ${PROVIDERS[provider]}`,
        effects: lanesEffects(
          warehouses ?? [],
          { provider: transit.provider, warehouses: withLanes },
          { provider, warehouses: withLanes },
        ),
        verb: `Use ${PROVIDER_NAMES[provider]}`,
        done: 'Provider changed. It applies from the next order.',
      },
    );
  };
  return (
    <Panel
      title="Provider"
      beside={
        <SegmentedControl
          size="xs"
          aria-label="Provider"
          value={transit.provider}
          disabled={!mayChange || change.isPending || warehouses === undefined}
          onChange={choose}
          data={[
            { value: 'zone', label: PROVIDER_NAMES.zone },
            { value: 'table', label: PROVIDER_NAMES.table, disabled: transit.lane_table === null },
            ...(transit.provider === 'http' ? [{ value: 'http', label: PROVIDER_NAMES.http }] : []),
          ]}
        />
      }
    >
      <Hint>{PROVIDERS[transit.provider]}</Hint>
    </Panel>
  );
}
