import { List, Paper, Stack, Text } from '@mantine/core';
import { usePlaces } from '../../client/places.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { Hint } from '../../components/hint.tsx';
import { LazyMap } from '../../components/lazy-map.tsx';
import { counted, money } from '../../view/numbers.ts';
import { shortenMiddle } from '../../view/shorten.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { CandidateTable } from './candidate-table.tsx';
import { alternativeWords, type Explained, notListedWords } from './explained.ts';
import { LeftOut } from './left-out.tsx';

/** An explanation: the candidates, then the alternatives and a map. */
export function ExplanationView({ why, zip }: { why: Explained; zip: string }) {
  const currency = useCurrency(why.at_least_cost !== undefined);
  const notListed = notListedWords(why);
  return (
    <Stack gap="md">
      {!why.stock_as_seen && <Hint>Stock levels were not recorded for this decision.</Hint>}
      {why.warehouses.length > 0 && <CandidateTable why={why} />}
      {notListed !== null && <Hint>{notListed}</Hint>}
      <LeftOut leftOut={why.left_out} />
      {why.alternatives.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Alternatives
          </Text>
          <List size="sm">
            {why.alternatives.map((alternative) => (
              <List.Item key={alternative.kind}>
                {alternativeWords(alternative, why.warehouses, currency)}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <ExplanationMap why={why} zip={zip} />
      {!why.search_complete && (
        <Hint>
          The search for a better route stopped at its limit, so a better route may exist.
          {why.at_least_cost != null &&
            ` None that ships as many units costs less than ${money(why.at_least_cost, currency)}.`}
        </Hint>
      )}
    </Stack>
  );
}

/** Of more candidates, the ranks of those that are not named would cover the map. */
const FEW = 12;

/** A map of the candidates, the destination, and the lanes of the shipments; nothing if there is no lane to draw. */
function ExplanationMap({ why, zip }: { why: Explained; zip: string }) {
  const warehouses = useWarehouses();
  const zipOf = new Map((warehouses.data ?? []).map((warehouse) => [warehouse.warehouse_id, warehouse.zip]));
  const places = usePlaces([zip.slice(0, 5), ...zipOf.values()].filter((value) => /^\d{5}$/.test(value)));
  const sites = why.warehouses.flatMap((candidate) => {
    const at = places.data?.get(zipOf.get(candidate.warehouse_id) ?? '');
    if (!at) return [];
    const days = candidate.transit_days === null ? '' : `, ${counted(candidate.transit_days, 'day')}`;
    const isNamed = candidate.chosen || candidate.rank <= 3;
    const rank = why.warehouses.length <= FEW ? `${candidate.rank}` : '';
    const label = isNamed ? `${candidate.rank} ${shortenMiddle(candidate.warehouse_name, 16)}${days}` : rank;
    return [{ id: candidate.warehouse_id, label, at, isChosen: candidate.chosen }];
  });
  const at = places.data?.get(zip.slice(0, 5));
  const chosen = why.warehouses.filter((candidate) => candidate.chosen);
  if (!at || !sites.some(({ isChosen }) => isChosen)) return null;
  return (
    <Paper withBorder p="xs" maw={720}>
      <LazyMap
        label={`Map: ships from ${chosen.map(({ warehouse_name }) => warehouse_name).join(' and ')} to ZIP ${zip}; ${counted(why.warehouses.length, 'candidate')}.`}
        sites={sites}
        destination={{ label: zip.slice(0, 5), at }}
      />
    </Paper>
  );
}
