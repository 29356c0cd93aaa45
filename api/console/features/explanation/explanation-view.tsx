import { Grid, List, Paper, Stack, Text } from '@mantine/core';
import { LinkedSentence } from '../../components/linked-sentence.tsx';
import { money } from '../../view/numbers.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { CandidateTable } from './candidate-table.tsx';
import { type Explained, leftOutWords, notListedWords } from './explained.ts';
import { ExplanationMap } from './explanation-map.tsx';

// By the width of the view, which may be one of two side by side.
const OF_CONTAINER = { xs: '20rem', sm: '30rem', md: '40rem', lg: '50rem', xl: '70rem' };

/** An explanation: first the summary, then a map and all candidates, then the alternatives. */
export function ExplanationView({ why, zip }: { why: Explained; zip: string }) {
  const currency = useCurrency(why.at_least_cost != null);
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
      {why.warehouses.length > 0 && (
        <Grid type="container" breakpoints={OF_CONTAINER}>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Paper withBorder p="xs">
              <ExplanationMap why={why} zip={zip} />
            </Paper>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <CandidateTable why={why} />
          </Grid.Col>
        </Grid>
      )}
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
            {why.alternatives.map(({ kind, sentence }) => (
              <List.Item key={kind}>{sentence}</List.Item>
            ))}
          </List>
        </div>
      )}
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
