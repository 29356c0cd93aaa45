import { Paper, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted, share, whole } from '../../view/numbers.ts';

function useUsage() {
  const scope = useScope();
  const refetchInterval = useRefreshMs();
  return useQuery({
    queryKey: queryKeys.usage(scope),
    queryFn: () => answerOf(api.GET('/account/v1/usage', { params: { query: scope } })),
    refetchInterval,
  });
}

/** What the plan holds, what of it is used, and each day's orders. */
export function UsagePage() {
  const usage = useUsage();
  return (
    <Page
      title="Usage and plan"
      lead="Each routed order of Live counts once. Test orders, dry runs and stock do not count."
    >
      <QueryView query={usage}>
        {({ plan, days }) => (
          <Stack gap="md">
            <Paper withBorder p="md">
              <Title order={2}>Plan {plan.plan}</Title>
              <Text size="sm" my="xs">
                {counted(plan.used, 'order')} routed{' '}
                {plan.period === 'month' ? 'this month (UTC)' : 'in total'}
                {plan.limit === null
                  ? '; the plan has no limit.'
                  : ` of ${whole(plan.limit)}; ${whole(plan.remaining ?? 0)} remain (${share(plan.used, plan.limit, { withCount: false })} used).`}
              </Text>
              {plan.limit !== null && (
                <Progress
                  value={(plan.used / plan.limit) * 100}
                  aria-label="Used of the plan"
                  transitionDuration={0}
                />
              )}
              <Text size="sm" mt="xs">
                {plan.inventory_rows_limit === null
                  ? 'A stock upload may have any number of rows.'
                  : `A stock upload may have ${counted(plan.inventory_rows_limit, 'row')}.`}{' '}
                Operators of the service change plans.
              </Text>
            </Paper>
            {days.length === 0 ? (
              <EmptyState title="No routed orders yet">
                Each day on which orders are routed stands here.
              </EmptyState>
            ) : (
              <DayTable days={days} />
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type Days = NonNullable<ReturnType<typeof useUsage>['data']>['days'];

function DayTable({ days }: { days: Days }) {
  const columns = Object.keys(days[0]!) as (keyof Days[number])[];
  return (
    <Table.ScrollContainer minWidth={480} type="native">
      <Table aria-label="Usage by day" maw={860}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name} className={typeof days[0]![name] === 'number' ? 'num' : undefined}>
                {name.replaceAll('_', ' ')}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((row) => (
            <Table.Tr key={JSON.stringify(row)}>
              {columns.map((name) => {
                const value: unknown = row[name];
                return (
                  <Table.Td key={name} className={typeof value === 'number' ? 'num' : undefined}>
                    {typeof value === 'number' ? whole(value) : String(value ?? '–')}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
