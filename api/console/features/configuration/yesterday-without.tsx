import { Stack, Text } from '@mantine/core';
import type { Warehouse } from '../../client/warehouses.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { DAY_MS } from '../../view/times.ts';
import { useAskWhatIf, useWhatIf } from '../what-ifs/use-what-ifs.ts';

/** What the last day would have been without a warehouse: starts the what-if, and its line appears here. */
export function YesterdayWithout({ warehouse }: { warehouse: Warehouse }) {
  const { warehouse_id, warehouse_name } = warehouse;
  const ask = useAskWhatIf();
  const begin = () =>
    ask.mutate({
      name: `Without ${warehouse_name}`,
      orders: { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date().toISOString() },
      draft: { warehouses: [{ warehouse_id, enabled: false }] },
    });
  const asked = ask.data?.what_if_id;
  return (
    <Stack gap="xs">
      {asked === undefined ? (
        <div>
          <PlainButton onClick={begin} loading={ask.isPending}>
            What would yesterday have been?
          </PlainButton>
        </div>
      ) : (
        <Verdict what_if_id={asked} />
      )}
      {ask.error && <ErrorNote error={ask.error} />}
    </Stack>
  );
}

function Verdict({ what_if_id }: { what_if_id: number }) {
  const { data } = useWhatIf(what_if_id);
  const both = data?.status === 'completed' && data;
  return (
    <Text size="sm" role="status">
      {both
        ? `Without it: ${counted(both.draft.none_count, 'order')} would not have shipped (${whole(both.baseline.none_count)} did not), in ${counted(both.draft.shipments, 'shipment')} instead of ${whole(both.baseline.shipments)}. `
        : `Yesterday is being decided again: ${whole(data?.progress.percent ?? 0)}%. `}
      <TextLink to={`/what-ifs/${what_if_id}`}>Open the what-if</TextLink>
    </Text>
  );
}
