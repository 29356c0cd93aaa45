import { List, Stack, Text } from '@mantine/core';
import { LinkedSentence } from '../../components/linked-sentence.tsx';
import { money } from '../../view/numbers.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { CandidateTable } from './candidate-table.tsx';
import { alternativeWords, type Explained, leftOutWords, notListedWords } from './explained.ts';
import { ExplanationMap } from './explanation-map.tsx';

/** An explanation: first the summary, then the candidates, then the alternatives and a map. */
export function ExplanationView({ why, zip }: { why: Explained; zip: string }) {
  const currency = useCurrency(why.at_least_cost !== undefined);
  const notListed = notListedWords(why);
  return (
    <Stack gap="md">
      <Text maw={820} className="anywhere">
        <LinkedSentence text={why.summary} />
      </Text>
      {!why.stock_as_seen && (
        <Text size="sm" c="dimmed">
          Stock levels were not recorded for this decision.
        </Text>
      )}
      {why.warehouses.length > 0 && <CandidateTable why={why} />}
      {notListed !== null && (
        <Text size="sm" c="dimmed">
          {notListed}
        </Text>
      )}
      {why.left_out.length > 0 && (
        <Text size="sm" c="dimmed">
          Not considered: {leftOutWords(why.left_out)}
        </Text>
      )}
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
        <Text size="sm" c="dimmed">
          The search for a better route stopped at its limit, so a better route may exist.
          {why.at_least_cost != null &&
            ` None that ships as many units costs less than ${money(why.at_least_cost, currency)}.`}
        </Text>
      )}
    </Stack>
  );
}
